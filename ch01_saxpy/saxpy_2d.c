// SPDX-License-Identifier: MIT
//
// saxpy_2d - A = alpha * B + C on matrices: an NDRange of two dimensions, rows with padding.
//
// Shows   an index space rounded up in both dimensions; the pitch, the distance from row to row
// Uses    clCreateBuffer, clEnqueueNDRangeKernel with work_dim 2, clEnqueueReadBufferRect
// Try     saxpy_2d -n 1x1000003, saxpy_2d -n 1000003x1: why do their rates differ?

#include "ocl.h"

#include "shared/saxpy.h"

enum { ROW_ALIGNMENT = 16 };    // elements: rows begin at multiples of 64 bytes

// Three kernels, saxpy_2d_scalar to saxpy_2d_row, divide a row among work-items.  A work-group has
// LOCAL[v][0] columns and LOCAL[v][1] rows of them, at most.
static const char *const VARIANTS[] = { "scalar", "float4", "row", NULL };
static const size_t ELEMENTS[] = { 1, 4, SIZE_MAX };    // of a row per work-item, at most
static const size_t LOCAL[][2] = { { 64, 4 }, { 64, 4 }, { 1, 1 } };

// Rows of d_a, d_b and d_c begin `pitch` elements apart; the elements between are padding.  The
// host's a and ref have no padding.
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

// Reads the columns from columns[0] to columns[1] - 1 of all rows.  In x a row begins where the one
// before ends.
static void read_columns(cl_command_queue queue, cl_mem d_x, void *x, const matrix *m,
                         const size_t columns[2])
{
    const size_t origin[3] = { columns[0] * sizeof(cl_float) }, host_origin[3] = { 0 };
    const size_t region[3] = { (columns[1] - columns[0]) * sizeof(cl_float), m->height, 1 };
    OCL_CHECK(clEnqueueReadBufferRect(queue, d_x, CL_TRUE, origin, host_origin, region,
                                      m->pitch * sizeof(cl_float), 0, 0, 0, x, 0, NULL, NULL));
}

int main(int argc, char **argv)
{
    // Two primes: no shape of work-group divides the matrix.
    ocl_about about = { .name = "saxpy_2d",
                        .summary = "A = alpha * B + C on matrices, over a 2-D NDRange.",
                        .accepts = "dnrVks",
                        .size_help = "rows x columns",
                        .extents = 2,
                        .variants = VARIANTS };
    const ocl_options defaults = { .n = { 2503, 4001 }, .repeat = 10, .seed = 1 };
    cl_float alpha;
    const ocl_options opt = saxpy_parse(argc, argv, &about, defaults, &alpha);
    ocl_env env = ocl_open(&opt);
    ocl_pace pace = ocl_pace_open(&env);

    // Every row has some padding: a kernel must leave it alone.
    const double most_bytes =
        sizeof(cl_float) * (double)opt.n[0] * ((double)opt.n[1] + ROW_ALIGNMENT);
    ocl_require_memory(env.device, most_bytes, 3.0 * most_bytes, 5.0 * most_bytes);
    const matrix m = { .height = opt.n[0],
                       .width = opt.n[1],
                       .pitch = ocl_round_up(opt.n[1] + 1, ROW_ALIGNMENT) };
    const size_t count = m.height * m.width, bytes = count * sizeof(cl_float);
    const size_t pitched_bytes = m.height * m.pitch * sizeof(cl_float);
    const size_t padding_bytes = pitched_bytes - bytes;

    float *a = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    float *b = ocl_alloc(pitched_bytes), *c = ocl_alloc(pitched_bytes);
    unsigned char *padding = ocl_alloc(padding_bytes), *poison = ocl_alloc(padding_bytes);
    ocl_fill_f32(b, m.height * m.pitch, -1.0f, 1.0f, opt.seed);
    ocl_fill_f32(c, m.height * m.pitch, -1.0f, 1.0f, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", m.height);
    ocl_report_count(report, "columns", m.width);
    ocl_report_count(report, "pitch", m.pitch);
    ocl_report_real(report, "alpha", alpha);
    OCL_TIME_REFERENCE(report, saxpy_2d_ref(ref, alpha, b, c, &m));
    float *bounds = saxpy_bounds_2d(alpha, b, c, (const size_t[]){ m.height, m.width, m.pitch });

    cl_int err;
    const cl_mem_flags input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_a =
        OCL_CREATE(clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, pitched_bytes, NULL, &err));
    cl_mem d_b = OCL_CREATE(clCreateBuffer(env.context, input, pitched_bytes, b, &err));
    cl_mem d_c = OCL_CREATE(clCreateBuffer(env.context, input, pitched_bytes, c, &err));
    cl_program program = ocl_build(&env, "saxpy_2d.cl", "-cl-std=CL1.2");

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        char name[32];
        snprintf(name, sizeof name, "saxpy_2d_%s", VARIANTS[v]);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        const cl_ulong height = m.height, width = m.width, pitch = m.pitch;
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof alpha, &alpha));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof height, &height));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof width, &width));
        OCL_CHECK(clSetKernelArg(kernel, 6, sizeof pitch, &pitch));

        // Dimension 0 runs along a row, dimension 1 down the rows.  Both are rounded up to whole
        // work-groups, which are smaller than wanted where the kernel or the device asks for it.
        ocl_range_2d range;
        ocl_local_size_2d(kernel, env.device, LOCAL[v], range.local);
        const size_t across = ELEMENTS[v] < m.width ? ocl_divide_up(m.width, ELEMENTS[v]) : 1;
        range.global[0] = ocl_round_up(across, range.local[0]);
        range.global[1] = ocl_round_up(m.height, range.local[1]);
        if (!ocl_pace_allows(&pace, report, VARIANTS[v],
                             ocl_pace_estimate(&pace, kernel, &range))) {
            OCL_CHECK(clReleaseKernel(kernel));
            continue;
        }

        // The padding holds poison, other bytes in each run: it is no part of the answer.
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], NULL, 0);
        ocl_trial_scratch(&t, d_a, pitched_bytes);
        ocl_trial_also_host(&t, a, bytes);
        while (ocl_trial_next(&t)) {
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, range.global, range.local,
                                             0, NULL, &t.done));
            read_columns(env.queue, d_a, a, &m, (const size_t[]){ 0, m.width });
        }

        // The matrix must be right, and the padding must be as the poison left it.
        memset(poison, ocl_poison_byte(t.run - 1), padding_bytes);
        read_columns(env.queue, d_a, padding, &m, (const size_t[]){ m.width, m.pitch });
        ocl_result result =
            ocl_result_both(ocl_verify_f32_each(VARIANTS[v], a, ref, count, bounds),
                            ocl_verify_bytes("padding", padding, poison, padding_bytes));
        const ocl_work work = { .amount = 3.0 * (double)bytes,
                                .unit = "GB/s",
                                .limit = env.limits.copy_gbs };
        ocl_trial_report(&t, report, &work, result);
        OCL_CHECK(clReleaseKernel(kernel));
    }

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    ocl_close(&env);
    free(bounds);
    free(poison);
    free(padding);
    free(c);
    free(b);
    free(ref);
    free(a);
    return ocl_report_close(report);
}
