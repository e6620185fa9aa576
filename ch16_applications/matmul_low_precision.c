// SPDX-License-Identifier: MIT
//
// matmul_low_precision - C = A B with numbers of 16 and 8 bits: less memory, and what it costs.
//
// Shows   half, bfloat16 and bytes as storage, with sums of 32 bits; two errors that must not be
//         confused: of the format, and of the sums
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     matmul_low_precision -n 100x100x10000, and -k with your own copy of the kernels

#include "ocl.h"

#include <float.h>

static const double U = FLT_EPSILON / 2.0;    // of a float: half the step from 1 to the next one

enum { FLOAT, HALF, BFLOAT16, INT8, INT8_DOT, FORMATS };

// `step` and `smallest`: how far off the nearest number of the format is at most, as a part of the
// number, and at least for the smallest ones.
static const struct {
    const char *name, *kernel;
    size_t bytes;
    double step, smallest;
} FORMAT[FORMATS] = {
    { "float", "product_float", 4, 0.0, 0.0 },
    { "half", "product_half", 2, 0x1p-11, 0x1p-25 },
    { "bfloat16", "product_bfloat16", 2, 0x1p-8, 0.0 },
    { "int8", "product_int8", 1, 0.0, 0.5 / 127.0 },
    { "int8_dot", "product_int8", 1, 0.0, 0.5 / 127.0 },
};

// The nearest number of the format, of two that are equally near the one whose last bit is 0.
// Puts its bits at x[i], and returns its value.  |number| is at most 1.
static double store(void *x, size_t i, double number, int format)
{
    if (format == FLOAT) {
        ((cl_float *)x)[i] = (cl_float)number;
        return (double)(cl_float)number;
    }
    if (format == INT8 || format == INT8_DOT) {
        ((cl_char *)x)[i] = (cl_char)nearbyint(127.0 * number);
        return nearbyint(127.0 * number) / 127.0;
    }
    // A sign, an exponent, and a fraction: half has 10 bits of it, down to 2^-14, bfloat16 7.
    const int fraction = format == HALF ? 10 : 7, least = format == HALF ? -14 : -126;
    const double size = fabs(number);
    const int exponent = size < ldexp(1.0, least) ? least : ilogb(size);
    const double steps = nearbyint(ldexp(size, fraction - exponent));
    ((cl_ushort *)x)[i] =
        (cl_ushort)(((exponent - least) << fraction) + (int)steps + (signbit(number) ? 32768 : 0));
    return copysign(ldexp(steps, exponent - fraction), number);
}

typedef struct {
    size_t m, n, k, room;    // A: m rows of k numbers; B: n columns of k; with zeros: of room
    double *a, *b;           // the numbers as they are
    double *exact;           // their product
    double worst[FORMATS], most[FORMATS];    // what each format costs, and at most
} problem;

// C = A B in plain C, in double, and the sums of the lengths of all products.
static void product_ref(double *c, double *lengths, const double *a, const double *b,
                        const problem *p)
{
    for (size_t i = 0; i < p->m * p->n; i++) {
        const double *row = a + i / p->n * p->room, *column = b + i % p->n * p->room;
        c[i] = lengths[i] = 0.0;
        for (size_t j = 0; j < p->k; j++) {
            c[i] += row[j] * column[j];
            lengths[i] += fabs(row[j] * column[j]);
        }
    }
}

// One format, from its numbers to its rows of the report.
static void run_format(const ocl_env *env, ocl_report *report, cl_program program, problem *p,
                       int format)
{
    // What the format makes of A and B, and the product of that in plain C.
    const size_t bytes = FORMAT[format].bytes, count = p->m * p->n;
    const size_t numbers_a = p->m * p->room, numbers_b = p->n * p->room;
    void *a = ocl_alloc(numbers_a * bytes), *b = ocl_alloc(numbers_b * bytes);
    double *stored_a = ocl_alloc(numbers_a * sizeof *stored_a);
    double *stored_b = ocl_alloc(numbers_b * sizeof *stored_b);
    double *ref = ocl_alloc(count * sizeof *ref), *lengths = ocl_alloc(count * sizeof *lengths);
    for (size_t i = 0; i < numbers_a; i++)
        stored_a[i] = store(a, i, p->a[i], format);
    for (size_t i = 0; i < numbers_b; i++)
        stored_b[i] = store(b, i, p->b[i], format);
    product_ref(ref, lengths, stored_a, stored_b, p);

    // Buffers, kernel, arguments.
    cl_mem d_c = ocl_buffer(env, CL_MEM_WRITE_ONLY, count * sizeof(cl_float), NULL);
    cl_mem d_a = ocl_buffer(env, CL_MEM_READ_ONLY, numbers_a * bytes, a);
    cl_mem d_b = ocl_buffer(env, CL_MEM_READ_ONLY, numbers_b * bytes, b);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, FORMAT[format].kernel, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_c, &d_c));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)p->n }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)p->room }));

    // Launch and read: floats, or whole numbers.
    float *c = ocl_alloc(count * sizeof *c), *want = ocl_alloc(count * sizeof *want);
    float *bounds = ocl_alloc(count * sizeof *bounds);
    cl_uint *whole = ocl_alloc(count * sizeof *whole),
            *want_whole = ocl_alloc(count * sizeof *whole);
    const size_t local[2] = { ocl_local_size(kernel, env->device, 64), 1 };
    const size_t global[2] = { ocl_round_up(p->n, local[0]), p->m };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_c, CL_TRUE, 0, count * sizeof *c,
                                  format < INT8 ? (void *)c : whole, 0, NULL, NULL));
    OCL_CHECK(clWaitForEvents(1, &done));

    // Verify the sums: the device's against those of the same stored numbers.  Sums of whole
    // numbers are exact.  A product of two halves or bfloat16s is exact as a float,
    // that of two floats is off by u = 2^-24 of its length, and k sums are off by at most k u of
    // the length of all.
    if (format < INT8) {
        for (size_t i = 0; i < count; i++) {
            want[i] = (float)ref[i];
            bounds[i] = (float)((double)(p->k + 2) * U * lengths[i]);
        }
        ocl_report_result(report, FORMAT[format].name,
                          ocl_verify_f32_each(FORMAT[format].name, c, want, count, bounds));
    } else {
        for (size_t i = 0; i < count; i++) {
            const cl_int sum = (cl_int)nearbyint(ref[i] * 127.0 * 127.0);
            want_whole[i] = (cl_uint)sum;
            c[i] = (float)((double)(cl_int)whole[i] / (127.0 * 127.0));
        }
        ocl_report_result(report, FORMAT[format].name,
                          ocl_verify_u32(FORMAT[format].name, whole, want_whole, count));
    }

    // What the format costs: against the product of the numbers as they are.  Each stored number is
    // off by its step, or by the smallest one: with e for that of a and f for that of b, their
    // product is off by |a| f + |b| e + e f.
    p->worst[format] = p->most[format] = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double *x = p->a + i / p->n * p->room, *y = p->b + i % p->n * p->room;
        double bound = (double)(p->k + 2) * U * lengths[i];
        for (size_t j = 0; j < p->k; j++) {
            const double e = fmax(FORMAT[format].step * fabs(x[j]), FORMAT[format].smallest);
            const double f = fmax(FORMAT[format].step * fabs(y[j]), FORMAT[format].smallest);
            bound += fabs(x[j]) * f + fabs(y[j]) * e + e * f;
        }
        want[i] = (float)p->exact[i];
        bounds[i] = (float)bound;
        p->most[format] = fmax(p->most[format], bound);
        p->worst[format] = fmax(p->worst[format], fabs((double)c[i] - p->exact[i]));
    }
    char name[32];
    snprintf(name, sizeof name, "%s, as it is", FORMAT[format].name);
    ocl_report_result(report, name, ocl_verify_f32_each(name, c, want, count, bounds));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_c));
    free(want_whole);
    free(whole);
    free(bounds);
    free(want);
    free(c);
    free(lengths);
    free(ref);
    free(stored_b);
    free(stored_a);
    free(b);
    free(a);
}

// From 0.25 to 1; in every other line of k numbers, from -1 to -0.25.  So no sum is near 0, where
// the worst case of a format would be all of it.  Behind each line come zeros, to a multiple of
// four.
static double number(uint64_t seed, size_t i, size_t k, size_t room)
{
    if (i % room >= k) return 0.0;
    const double size = (double)ocl_random_f32(0.25f, 1, seed, i);
    return i / room % 2 == 0 ? size : -size;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "matmul_low_precision",
                              .summary = "C = A B with numbers of 16 and 8 bits.",
                              .accepts = "dnks",
                              .size_help = "rows of A x columns of B x columns of A",
                              .extents = 3,
                              .most =
                                  65535 };    // rows that NVIDIA's GPUs take; sums fit into an int
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 67, 131, 257 }, .seed = 1 });

    // Device, numbers, their product.
    ocl_env env = ocl_open(&opt);
    problem p = { .m = opt.n[0], .n = opt.n[1], .k = opt.n[2], .room = ocl_round_up(opt.n[2], 4) };
    const double m = (double)p.m, n = (double)p.n, room = (double)p.room;
    ocl_require_memory(env.device, 4.0 * fmax(m * n, fmax(m, n) * room),
                       4.0 * (m * n + (m + n) * room), 48.0 * m * n + 20.0 * (m + n) * room);
    if (m * n * room > 1 << 28) ocl_exit(OCL_EXIT_USAGE, "--size: plain C would take too long");
    p.a = ocl_alloc(p.m * p.room * sizeof *p.a);
    p.b = ocl_alloc(p.n * p.room * sizeof *p.b);
    for (size_t i = 0; i < p.m * p.room; i++)
        p.a[i] = number(opt.seed, i, p.k, p.room);
    for (size_t i = 0; i < p.n * p.room; i++)
        p.b[i] = number(opt.seed + 1, i, p.k, p.room);
    p.exact = ocl_alloc(p.m * p.n * sizeof *p.exact);
    double *lengths = ocl_alloc(p.m * p.n * sizeof *lengths);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "m", p.m);
    ocl_report_count(report, "n", p.n);
    ocl_report_count(report, "k", p.k);
    OCL_TIME_REFERENCE(report, product_ref(p.exact, lengths, p.a, p.b, &p));

    // Program, and all formats.
    const bool has_dot = ocl_has_feature(env.device, "__opencl_c_integer_dot_product_input_4x8bit");
    cl_program program = ocl_build(&env, "matmul_low_precision.cl", "-cl-std=CL1.2");
    cl_program with_dot = NULL;
    if (has_dot) with_dot = ocl_build(&env, "matmul_low_precision.cl", "-cl-std=CL3.0 -DDOT");
    for (int format = FLOAT; format < FORMATS; format++)
        if (format != INT8_DOT)
            run_format(&env, report, program, &p, format);
        else if (has_dot)
            run_format(&env, report, with_dot, &p, format);
    ocl_table table = ocl_table_open(report, "formats", "format, bytes, error, at most");
    for (int format = FLOAT; format < INT8_DOT; format++)
        ocl_table_row(&table, "%-8s %7zu %9.1e %9.1e", FORMAT[format].name,
                      (p.m + p.n) * p.k * FORMAT[format].bytes, p.worst[format], p.most[format]);
    if (!has_dot)
        ocl_report_note(report, "without int8_dot: this device has no cl_khr_integer_dot_product");
    ocl_report_note(report, "matrix engine by cl_intel_subgroup_matrix_multiply_accumulate: %s",
                    ocl_has_extension(env.device, "cl_intel_subgroup_matrix_multiply_accumulate")
                        ? "this device has one; it is not used here"
                        : "this device has none");

    // Release, in reverse order.
    if (has_dot) OCL_CHECK(clReleaseProgram(with_dot));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(lengths);
    free(p.exact);
    free(p.b);
    free(p.a);
    return ocl_report_close(report);
}
