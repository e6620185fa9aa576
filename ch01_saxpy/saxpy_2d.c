// SPDX-License-Identifier: MIT
//
// saxpy_2d - A = alpha * B + C on matrices: an NDRange of two dimensions, rows with padding.
//
// Shows   a 2-D index space rounded up in both directions; the pitch, the step from row to row
// Uses    clEnqueueNDRangeKernel with work_dim 2, clEnqueueReadBufferRect
// Try     saxpy_2d -n 1x1000003, saxpy_2d -n 1000003x1, and say why their rates differ

#include "ocl.h"

#include <float.h>

// How many elements of a row a work-item computes (0: all of them), and the work-group that is
// wanted: work-items along the row, rows.
static const char *const VARIANTS[] = { "scalar", "float4", "row", NULL };
static const size_t ELEMENTS[] = { 1, 4, 0 };
static const size_t LOCAL[][2] = { { 64, 4 }, { 64, 4 }, { 1, 1 } };

enum { ROW_ALIGNMENT = 16 };    // elements: rows begin at multiples of 64 bytes

// Rows of a, b and c begin `pitch` elements apart; the answer is read back, and the reference made,
// without the padding.
typedef struct {
    size_t height, width, pitch;    // elements
} matrix;

static void saxpy_2d_ref(float *a, double alpha, const float *b, const float *c, const matrix *m)
{
    for (size_t y = 0; y < m->height; y++)
        for (size_t x = 0; x < m->width; x++) {
            size_t i = y * m->pitch + x;
            a[y * m->width + x] = (float)(alpha * b[i] + c[i]);
        }
}

// Reads the columns from `first` to before `end`, of all rows, packed one row after the other.
static void saxpy_2d_read(cl_command_queue queue, cl_mem d_x, void *x, const matrix *m,
                          size_t first, size_t end)
{
    const size_t origin[3] = { first * sizeof(cl_float) }, host_origin[3] = { 0 };
    const size_t region[3] = { (end - first) * sizeof(cl_float), m->height, 1 };
    OCL_CHECK(clEnqueueReadBufferRect(queue, d_x, CL_TRUE, origin, host_origin, region,
                                      m->pitch * sizeof(cl_float), 0, 0, 0, x, 0, NULL, NULL));
}

// Work-groups of the wanted shape, or smaller where kernel or device cannot have it, that cover the matrix.
static void saxpy_2d_ndrange(cl_kernel kernel, cl_device_id device, int variant, const matrix *m,
                             size_t global[2], size_t local[2])
{
    const size_t elements = ELEMENTS[variant] ? ELEMENTS[variant] : m->width;
    const size_t items[2] = { (m->width + elements - 1) / elements, m->height };
    ocl_local_size_2d(kernel, device, LOCAL[variant], local);
    ocl_global_size_2d(items, local, SIZE_MAX, global);
}

int main(int argc, char **argv)
{
    // Two primes: no shape of work-group divides the matrix.
    double factor = 2.5;
    const ocl_option own[] = { { 'a', "alpha", OCL_REAL, &factor, "X", "the factor", NULL },
                               { 0 } };
    const ocl_about about = { .name = "saxpy_2d",
                              .summary = "A = alpha * B + C on matrices, over a 2-D NDRange.",
                              .accepts = "dnrVks",
                              .size_help = "rows x columns",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 2503, 4001 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (fabs(factor) > FLT_MAX) ocl_exit(OCL_EXIT_USAGE, "--alpha: %g is too large", factor);
    ocl_env env = ocl_open(&opt);

    // Never without padding, so that there is something to leave alone.
    const double most_bytes =
        sizeof(cl_float) * (double)opt.n[0] * ((double)opt.n[1] + ROW_ALIGNMENT);
    ocl_require_memory(env.device, most_bytes, 3.0 * most_bytes, 4.0 * most_bytes);
    const matrix m = { opt.n[0], opt.n[1], ocl_round_up(opt.n[1] + 1, ROW_ALIGNMENT) };
    const size_t count = m.height * m.width, bytes = count * sizeof(cl_float);
    const size_t pitched_bytes = m.height * m.pitch * sizeof(cl_float);
    const size_t padding_bytes = pitched_bytes - bytes;

    const cl_float alpha = (cl_float)factor;
    float *a = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    float *b = ocl_alloc(pitched_bytes), *c = ocl_alloc(pitched_bytes);
    unsigned char *padding = ocl_alloc(padding_bytes), *poison = ocl_alloc(padding_bytes);
    ocl_fill_f32(b, m.height * m.pitch, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(c, m.height * m.pitch, -1.0f, 1.0f, opt.seed + 1);
    const double begin = ocl_wall_ns();
    saxpy_2d_ref(ref, alpha, b, c, &m);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", m.height);
    ocl_report_count(report, "columns", m.width);
    ocl_report_count(report, "pitch", m.pitch);
    ocl_report_real(report, "alpha", alpha);
    ocl_report_reference(report, reference_ns);

    cl_mem d_a = ocl_buffer(&env, CL_MEM_WRITE_ONLY, pitched_bytes, NULL);
    cl_mem d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, pitched_bytes, b);
    cl_mem d_c = ocl_buffer(&env, CL_MEM_READ_ONLY, pitched_bytes, c);
    cl_program program = ocl_build(&env, "saxpy_2d.cl", "-cl-std=CL1.2");

    // As in saxpy: half an ULP each for the product, the sum and the reference's sum.
    const double product = fabs((double)alpha), sum = product + 1.0;
    const double bound = (product + 2.0 * sum) / (1 << 24);
    const double limit = ocl_device_limits(&env).copy_gbs;

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        char name[32];
        snprintf(name, sizeof name, "saxpy_2d_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        const cl_ulong height = m.height, width = m.width, pitch = m.pitch;
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof height, &height));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof width, &width));
        OCL_CHECK(clSetKernelArg(kernel, 6, sizeof pitch, &pitch));

        size_t global[2], local[2];
        saxpy_2d_ndrange(kernel, env.device, v, &m, global, local);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            cl_event done;
            ocl_poison(env.queue, d_a, pitched_bytes);
            OCL_CHECK(
                clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
            if (run > 0) ocl_times_add(&times, ocl_event_ns(done, done));
            OCL_CHECK(clReleaseEvent(done));
        }

        // The matrix must be right, and the padding must be what the poison was.
        saxpy_2d_read(env.queue, d_a, a, &m, 0, m.width);
        saxpy_2d_read(env.queue, d_a, padding, &m, m.width, m.pitch);
        ocl_result check =
            ocl_result_both(ocl_verify_f32(VARIANTS[v], a, ref, count, bound),
                            ocl_verify_bytes("padding", padding, poison, padding_bytes));
        ocl_report_row(
            report, &(ocl_row){ VARIANTS[v], &times, 3.0 * (double)bytes, "GB/s", limit, check });
        OCL_CHECK(clReleaseKernel(kernel));
    }

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    ocl_close(&env);
    free(poison);
    free(padding);
    free(c);
    free(b);
    free(ref);
    free(a);
    return ocl_report_close(report);
}
