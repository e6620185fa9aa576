// SPDX-License-Identifier: MIT
//
// transpose - B = A^T: no arithmetic, so only the memory accesses decide the time.
//
// Shows   coalesced reads or coalesced writes; a tile in local memory that has both; bank
//         conflicts and how to avoid them; several elements per work-item; what a CPU needs
//         instead.  transpose/shapes.c chooses the work-group of each variant
// Uses    clSetKernelArg, clEnqueueNDRangeKernel with two dimensions and a global_work_offset,
//         reqd_work_group_size; ocl_device_limits for the rate of a plain copy
// Try     transpose -n 8192, then -n 8191 and -n 8190x8194
//         transpose --tile 32 --order diagonal
//         transpose -n 1x16M

#include "transpose/shapes.h"

// NVIDIA's GPUs take at most this many work-groups in dimension 1.  No query returns it.
enum { MAX_GROUPS = 65535 };

static void transpose_ref(uint32_t *b, const uint32_t *a, size_t rows, size_t cols)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < cols; x++)
            b[x * rows + y] = a[y * cols + x];
}

// Whether the kernel can have its work-group.  Only the naive kernels also run with fewer
// work-items: the others rely on the shape of their work-group.
static bool choose_local(cl_kernel kernel, cl_device_id device, const transpose_shape *shape,
                         size_t local[2])
{
    ocl_local_size_2d(kernel, device, shape->items, local);
    return local[0] == shape->items[0] && local[1] == shape->items[1];
}

// Enqueues the NDRange.  More than MAX_GROUPS work-groups in dimension 1 become several launches,
// each with its offset.  *first and *last are the events of the first and the last launch.
static void enqueue(cl_command_queue queue, cl_kernel kernel, const ocl_range_2d *range,
                    cl_event *first, cl_event *last)
{
    const size_t max_rows = MAX_GROUPS * range->local[1];
    *first = *last = NULL;
    for (size_t row = 0; row < range->global[1]; row += max_rows) {
        const size_t left = range->global[1] - row;
        const size_t offset[2] = { 0, row };
        const size_t part[2] = { range->global[0], left < max_rows ? left : max_rows };
        if (*last) OCL_CHECK(clReleaseEvent(*last));
        OCL_CHECK(
            clEnqueueNDRangeKernel(queue, kernel, 2, offset, part, range->local, 0, NULL, last));
        if (!*first) {
            *first = *last;
            OCL_CHECK(clRetainEvent(*first));
        }
    }
}

int main(int argc, char **argv)
{
    transpose_settings settings = transpose_parse(argc, argv);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    ocl_pace pace = ocl_pace_open(&env);
    const double elements = (double)opt->n[0] * (double)opt->n[1];
    ocl_fit_default_size(&env, &settings.options, (ocl_pass){ .bytes = 8.0 * elements });
    const transpose_shapes shapes = transpose_choose(&settings, env.device);

    // All 32 bits of an element are random, so that an element in a wrong place is noticed.
    const double matrix_bytes = sizeof(cl_uint) * (double)opt->n[0] * (double)opt->n[1];
    ocl_require_memory(env.device, matrix_bytes, 2.0 * matrix_bytes, 3.0 * matrix_bytes);
    const cl_ulong rows = opt->n[0], cols = opt->n[1];
    const size_t count = opt->n[0] * opt->n[1], bytes = count * sizeof(cl_uint);
    uint32_t *b = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *a = ocl_alloc(bytes);
    ocl_fill_u32(a, count, opt->seed);

    ocl_report *report = ocl_report_open(opt, env.device);
    ocl_report_count(report, "rows", opt->n[0]);
    ocl_report_count(report, "columns", opt->n[1]);
    ocl_report_count(report, "tile", settings.tile);
    ocl_report_text(report, "order", settings.order_name);
    OCL_TIME_REFERENCE(report, transpose_ref(ref, a, opt->n[0], opt->n[1]));

    cl_int err;
    cl_mem d_b = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    cl_mem d_a = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a, &err));
    cl_program program = transpose_build(&env, &settings, &shapes);
    const double copy_gbs = ocl_device_limits(&env).copy_gbs;

    for (int v = 0; v < VARIANT_COUNT; v++) {
        const char *variant = TRANSPOSE_VARIANTS[v];
        if (!ocl_wants(opt, variant)) continue;

        char name[32];
        snprintf(name, sizeof name, "transpose_%s", variant);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof rows, &rows));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof cols, &cols));

        const transpose_shape *shape = &shapes.of[v];
        ocl_range_2d range;
        if (!choose_local(kernel, env.device, shape, range.local) && v > NAIVE_WRITES) {
            if (!ocl_wants(opt, "all"))
                ocl_exit(OCL_EXIT_SKIP, "%s needs work-groups of %zu x %zu", variant,
                         shape->items[0], shape->items[1]);
            ocl_report_note(report, "%s is left out: it needs work-groups of %zu x %zu", variant,
                            shape->items[0], shape->items[1]);
            OCL_CHECK(clReleaseKernel(kernel));
            continue;
        }

        // Whole work-groups that cover the matrix.  In naive_writes dimension 0 counts rows.
        const size_t width = opt->n[v == NAIVE_WRITES ? 0 : 1];
        const size_t height = opt->n[v == NAIVE_WRITES ? 1 : 0];
        range.global[0] = ocl_round_up(ocl_divide_up(width, shape->each[0]), range.local[0]);
        range.global[1] = ocl_round_up(ocl_divide_up(height, shape->each[1]), range.local[1]);

        if (!ocl_pace_allows(&pace, report, variant, ocl_pace_estimate(&pace, kernel, &range))) {
            OCL_CHECK(clReleaseKernel(kernel));
            continue;
        }
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&pace, run); run++) {
            ocl_poison_run(env.queue, d_b, bytes, run);
            cl_event first, last;
            enqueue(env.queue, kernel, &range, &first, &last);
            ocl_times_take_span(&times, run, first, last);
            ocl_answers_add(&times.answers, env.queue, d_b, bytes);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_b, CL_TRUE, 0, bytes, b, 0, NULL, NULL));
        const ocl_result result = ocl_verify_u32(variant, b, ref, count);
        ocl_report_row(report, &(ocl_row){ .name = variant,
                                           .times = &times,
                                           .work = 2.0 * matrix_bytes,
                                           .unit = "GB/s",
                                           .limit = copy_gbs,
                                           .result = result });
        OCL_CHECK(clReleaseKernel(kernel));
    }
    ocl_report_fact(report, "meant for device", "%s",
                    TRANSPOSE_VARIANTS[ocl_is_cpu(env.device) ? STRIPS : VECTOR]);

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_b));
    ocl_close(&env);
    free(a);
    free(ref);
    free(b);
    return ocl_report_close(report);
}
