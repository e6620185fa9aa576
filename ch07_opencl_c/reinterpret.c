// SPDX-License-Identifier: MIT
//
// reinterpret - the same bits as another type.
//
// Shows   as_uint and its relatives; sign, exponent and fraction of a float; a union; a mask
//         instead of a branch; vectors with other components; what the compiler refuses
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer; in reinterpret.cl: as_float,
//         as_uint, as_int, as_float4, as_int4, as_uchar16, as_ushort8, as_ulong2, as_uint3
// Try     reinterpret -n 5 -s 3; reinterpret -k with your own way to look at bits

#include "ocl.h"

#include "proof/ch07_opencl_c/language_rules.h"

enum { FLOAT_ROWS = 8, VECTOR_ROWS = 5, EXAMPLES = 4 };

// n floats are also n / 4 vectors: n is a multiple of 4.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n;
    cl_uint *bits;      // nearly any bits: numbers of all sizes, infinities, NaN
    cl_mem d_x, d_y;    // the bits; the same, one place further
} lesson;

// Runs a kernel and compares its results, words of 32 bits.  The last argument is a count or a
// second input.
static void run(const lesson *l, const char *name, size_t global, const cl_uint *ref, cl_uint *out)
{
    const ocl_env *env = l->env;
    const bool is_mask = !strcmp(name, "reinterpret_mask");
    const cl_ulong count = global;
    const size_t rows = is_mask ? 1 : global == l->n ? FLOAT_ROWS : VECTOR_ROWS;
    const size_t bytes = rows * l->n * sizeof *out;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    if (is_mask)
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_y, &l->d_y));
    else
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof count, &count));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    ocl_report_result(l->report, name + strlen("reinterpret_"),
                      ocl_verify_u32(name, out, ref, rows * l->n));
}

// A float in plain C: memcpy copies its bits.
static cl_float float_of(cl_uint bits)
{
    cl_float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static cl_uint float_ref(int row, cl_uint bits)
{
    const bool negative = bits >= 0x80000000;
    switch (row) {
    case 0:
        return bits;
    case 1:
        return bits;
    case 2:
        return negative;
    case 3:
        return bits / 0x800000 % 256;
    case 4:
        return bits % 0x800000;
    case 5:
        return bits % 0x80000000;
    case 6:
        return negative ? bits - 0x80000000 : bits + 0x80000000;
    default:
        return negative ? ~bits + 0x80000000 : bits;
    }
}

static void show_floats(const lesson *l, cl_uint *ref, cl_uint *out)
{
    static const char *const code[FLOAT_ROWS] = {
        "as_uint(x)", "union: both.u", "sign",       "exponent + 127",
        "fraction",   "magnitude",     "other sign", "key with the same order",
    };
    for (int row = 0; row < FLOAT_ROWS; row++)
        for (size_t i = 0; i < l->n; i++)
            ref[(size_t)row * l->n + i] = float_ref(row, l->bits[i]);
    run(l, "reinterpret_float", l->n, ref, out);

    ocl_table table = ocl_table_open(l->report, "floats", "bits, of 1.0f, of -2.5f, of INFINITY");
    for (size_t row = 0; row < FLOAT_ROWS; row++) {
        const cl_uint *o = out + row * l->n;
        ocl_table_row(&table, "%-24s %08x %10x %12x", code[row], o[0], o[1], o[2]);
    }
}

// The order of the bytes of a uint matters here: the model is for little-endian devices.
static void show_vectors(const lesson *l, cl_uint *ref, cl_uint *out)
{
    for (size_t v = 0; v < l->n; v += 4) {
        const cl_uint *x = l->bits + v;
        cl_uint *row = ref + v;
        for (size_t i = 0; i < 4; i++) {
            const cl_uint last = x[3 - i], same = x[i];
            row[0 * l->n + i] =
                last << 24 | (last & 0xff00) << 8 | (last >> 8 & 0xff00) | last >> 24;
            row[1 * l->n + i] = same << 16 | same >> 16;
            row[2 * l->n + i] = same << 8 | (i % 2 ? x[i - 1] >> 24 : 0);
            row[3 * l->n + i] = last;
            row[4 * l->n + i] = i < 3 ? same : 7;
        }
    }
    run(l, "reinterpret_vectors", l->n / 4, ref, out);
}

// The mask: f[i] where f[i] < g[i], else 0.
static void show_mask(const lesson *l, cl_uint *ref, cl_uint *out)
{
    for (size_t i = 0; i < l->n; i++) {
        const cl_float f = float_of(l->bits[i]), g = float_of(l->bits[(i + 1) % l->n]);
        ref[i] = f < g ? l->bits[i] : 0;
    }
    run(l, "reinterpret_mask", l->n / 4, ref, out);
}

// What the compiler must refuse.
static const language_rule RULES[] = {
    { .rule = "other sizes: 8 bytes as 4",
      .wrong = "long a = 1; out[0] = as_int(a);",
      .right = "long a = 1; out[0] = as_int2(a).lo;" },
    { .rule = "other sizes: 2 bytes as 4",
      .wrong = "short a = 1; float f = as_float(a);",
      .right = "short2 a = 1; float f = as_float(a);" },
    { .rule = "other sizes: vectors",
      .wrong = "int2 a = 1; int4 b = as_int4(a);",
      .right = "long2 a = 1; int4 b = as_int4(a);" },
    { .rule = "a cast between vectors",
      .wrong = "int4 a = 1; uint4 b = (uint4)a;",
      .right = "int4 a = 1; uint4 b = as_uint4(a);" },
    { .rule = "a cast that would convert",
      .wrong = "int4 a = 1; float4 b = (float4)a;",
      .right = "int4 a = 1; float4 b = convert_float4(a);" },
    { .rule = "an assignment between vectors",
      .wrong = "int4 a = 1; float4 b = a;",
      .right = "int4 a = 1; float4 b = as_float4(a);" },
};

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "reinterpret",
                              .summary = "The same bits as another type.",
                              .accepts = "dnks",
                              .size_help = "floats, rounded up to a multiple of 4",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * ((double)opt.n[0] + 4);    // may not fit a size_t
    ocl_require_memory(env.device, FLOAT_ROWS * bytes, (FLOAT_ROWS + 2) * bytes, 18 * bytes);
    if (!ocl_device_number(env.device, CL_DEVICE_ENDIAN_LITTLE))
        ocl_exit(OCL_EXIT_SKIP, "this device is big-endian, and the model here is little-endian");

    // Any bits.  The first are 1.0f, -2.5f, and INFINITY twice: neighbours that are equal.
    static const cl_uint examples[EXAMPLES] = { 0x3f800000, 0xc0200000, 0x7f800000, 0x7f800000 };
    lesson l = { .env = &env, .n = ocl_round_up(opt.n[0], 4) };
    const size_t input_bytes = l.n * sizeof *l.bits;
    l.bits = ocl_alloc(input_bytes + sizeof *l.bits);
    ocl_fill_u32(l.bits, l.n, opt.seed);
    // No denormals: a device may take them for 0 where it compares.
    for (size_t i = 0; i < l.n; i++)
        if (l.bits[i] % 0x80000000 < 0x800000) l.bits[i] |= 0x800000;
    memcpy(l.bits, examples, sizeof examples);
    l.bits[l.n] = l.bits[0];
    cl_uint *ref = ocl_alloc(FLOAT_ROWS * input_bytes), *out = ocl_alloc(FLOAT_ROWS * input_bytes);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.program = ocl_build(&env, "reinterpret.cl", "-cl-std=CL1.2");
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, input_bytes, l.bits);
    l.d_y = ocl_buffer(&env, CL_MEM_READ_ONLY, input_bytes, l.bits + 1);
    show_floats(&l, ref, out);
    show_vectors(&l, ref, out);
    show_mask(&l, ref, out);
    report_language_rules(&env, l.report, RULES, sizeof RULES / sizeof RULES[0]);

    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    free(out);
    free(ref);
    free(l.bits);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
