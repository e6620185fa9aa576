// SPDX-License-Identifier: MIT
//
// transpose_ladder - B = A^T: no arithmetic, so only the memory accesses decide the time.
//
// Shows   coalesced reads or coalesced writes; a tile in local memory that has both; bank
//         conflicts and how to avoid them; several elements per work-item; what a CPU needs
//         instead (transpose_ladder_cpu.cl).  transpose_ladder/shapes.c chooses the work-group of
//         each variant
// Uses    clSetKernelArg, clEnqueueNDRangeKernel with two dimensions and a global_work_offset,
//         reqd_work_group_size; env.limits has the rate of a plain copy
// Try     transpose_ladder -n 8192, then -n 8191 and -n 8190x8194
//         transpose_ladder --tile 32 -V ordered --order bands
//         transpose_ladder -n 1x16M; transpose_ladder -V all: what is for GPUs and for CPUs

#include "ocl.h"

#include "transpose_ladder/shapes.h"

// NVIDIA's GPUs take at most this many work-groups in dimension 1.  No query returns it.
enum { MAX_GROUPS = 65535 };

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    transpose_settings settings;
    transpose_shapes shapes;
    size_t rows, cols;
    cl_program program, cpu_program;    // NULL: not needed so far
} lesson;

static void transpose_ref(uint32_t *b, const uint32_t *a, size_t rows, size_t cols)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < cols; x++)
            b[x * rows + y] = a[y * cols + x];
}

// Without --variant a device runs what is for its kind.  Both kinds begin with the first three.
static bool is_wanted(const lesson *l, int v)
{
    const ocl_options *options = &l->settings.options;
    if (options->variant) return ocl_wants(options, TRANSPOSE_VARIANTS[v]);
    return v <= TILED || (v == STRIPS) == ocl_is_cpu(l->env->device);
}

// The kernel, from a program that is built when the first of its kernels is needed.
static cl_kernel make_kernel(lesson *l, int v)
{
    if (v == STRIPS && !l->cpu_program) l->cpu_program = transpose_build_cpu(l->env);
    if (v != STRIPS && !l->program) l->program = transpose_build(l->env, &l->settings, &l->shapes);

    char name[64];
    snprintf(name, sizeof name, "transpose_%s", TRANSPOSE_VARIANTS[v]);
    cl_int err;
    return OCL_CREATE(clCreateKernel(v == STRIPS ? l->cpu_program : l->program, name, &err));
}

// Whole work-groups that cover the matrix.  False when the kernel relies on the shape of its
// work-group, and the device cannot run it: only the first two kernels do not.
static bool choose_range(const lesson *l, int v, cl_kernel kernel, ocl_range_2d *range)
{
    const transpose_shape *shape = &l->shapes.of[v];
    ocl_local_size_2d(kernel, l->env->device, shape->items, range->local);
    if (v > COALESCED_WRITES && memcmp(range->local, shape->items, sizeof range->local) != 0)
        return false;

    // In coalesced_writes dimension 0 counts rows.
    const size_t width = v == COALESCED_WRITES ? l->rows : l->cols;
    const size_t height = v == COALESCED_WRITES ? l->cols : l->rows;
    range->global[0] = ocl_round_up(ocl_divide_up(width, shape->each[0]), range->local[0]);
    range->global[1] = ocl_round_up(ocl_divide_up(height, shape->each[1]), range->local[1]);
    return true;
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

static void leave_out(const lesson *l, int v)
{
    const char *variant = TRANSPOSE_VARIANTS[v];
    const size_t *items = l->shapes.of[v].items;
    if (!ocl_wants(&l->settings.options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "%s needs work-groups of %zu x %zu", variant, items[0], items[1]);
    ocl_report_note(l->report, "%s is left out: it needs work-groups of %zu x %zu", variant,
                    items[0], items[1]);
}

int main(int argc, char **argv)
{
    lesson l = { .settings = transpose_parse(argc, argv) };
    ocl_options *opt = &l.settings.options;
    ocl_env env = ocl_open(opt);
    const double elements = (double)opt->n[0] * (double)opt->n[1];
    ocl_fit_default_size(&env, opt, (ocl_pass){ .bytes = 8.0 * elements });
    l.env = &env;
    l.pace = ocl_pace_open(&env);
    l.shapes = transpose_choose(&l.settings, env.device);
    l.rows = opt->n[0];
    l.cols = opt->n[1];

    // All 32 bits of an element are random, so that an element in a wrong place is noticed.
    const double matrix_bytes = sizeof(cl_uint) * (double)l.rows * (double)l.cols;
    ocl_require_memory(env.device, matrix_bytes, 2.0 * matrix_bytes, 3.0 * matrix_bytes);
    const size_t count = l.rows * l.cols, bytes = count * sizeof(cl_uint);
    uint32_t *b = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *a = ocl_alloc(bytes);
    ocl_fill_u32(a, count, opt->seed);

    l.report = ocl_report_open(opt, env.device);
    ocl_report_count(l.report, "rows", l.rows);
    ocl_report_count(l.report, "columns", l.cols);
    ocl_report_count(l.report, "tile", l.settings.tile);
    ocl_report_text(l.report, "order", l.settings.order_name);
    OCL_TIME_REFERENCE(l.report, transpose_ref(ref, a, l.rows, l.cols));

    cl_int err;
    cl_mem d_b = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    cl_mem d_a = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a, &err));
    const cl_ulong rows = l.rows, cols = l.cols;
    const ocl_work work = { .amount = 2.0 * matrix_bytes,
                            .unit = "GB/s",
                            .limit = env.limits.copy_gbs };

    for (int v = 0; v < VARIANT_COUNT; v++)
        if (is_wanted(&l, v)) l.pace.last = TRANSPOSE_VARIANTS[v];
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!is_wanted(&l, v)) continue;
        const char *variant = TRANSPOSE_VARIANTS[v];
        cl_kernel kernel = make_kernel(&l, v);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof rows, &rows));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof cols, &cols));

        ocl_range_2d range;
        if (!choose_range(&l, v, kernel, &range)) {
            leave_out(&l, v);
        } else if (ocl_pace_allows(&l.pace, l.report, variant,
                                   ocl_pace_estimate(&l.pace, kernel, &range))) {
            ocl_trial t = ocl_trial_open(&env, variant, d_b, bytes);
            while (ocl_trial_next(&t))
                enqueue(env.queue, kernel, &range, &t.first, &t.done);
            OCL_CHECK(clEnqueueReadBuffer(env.queue, d_b, CL_TRUE, 0, bytes, b, 0, NULL, NULL));
            ocl_trial_report(&t, l.report, &work, ocl_verify_u32(variant, b, ref, count));
        }
        OCL_CHECK(clReleaseKernel(kernel));
    }
    if (!opt->variant)
        ocl_report_note(l.report, "this is the ladder for %s; -V all also runs what is for %s",
                        ocl_is_cpu(env.device) ? "CPUs" : "GPUs",
                        ocl_is_cpu(env.device) ? "GPUs" : "CPUs");

    if (l.cpu_program) OCL_CHECK(clReleaseProgram(l.cpu_program));
    if (l.program) OCL_CHECK(clReleaseProgram(l.program));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_b));
    ocl_close(&env);
    free(a);
    free(ref);
    free(b);
    return ocl_report_close(l.report);
}
