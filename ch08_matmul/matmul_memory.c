// SPDX-License-Identifier: MIT
//
// matmul_memory - C = A B from global memory and from local memory: figure 13 of the tutorial
// paper.
//
// Shows   what tiles in local memory win on a GPU and on a CPU, for five sizes from N to 2 N
// Uses    local memory, barrier, clCreateKernel, clSetKernelArg, NDRanges of two dimensions
// Try     matmul_memory -n 1024 -o figure.png --csv points.csv    (on a GPU)
//         matmul_memory -d cpu -o figure.png --csv points.csv     (adds its curves to the figure)

#include "ocl.h"

#include "matmul_memory/curves.h"
#include "shared/product/check.h"

static const char *const VARIANTS[] = { "global", "local", NULL };
enum { GLOBAL, LOCAL, VARIANT_COUNT };

// The figure's largest default size.  From global memory a GPU reaches about 1/20 of its limit, and
// a CPU less: sizes whose largest product takes at most a millisecond at the limit take seconds.
enum { MAX_DEFAULT = 1024, MIN_DEFAULT = 64 };

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    cl_program program;
    size_t tile;
    matmul_curves curves;
} lesson;

static size_t default_size(const ocl_env *env)
{
    const double operations_per_ms = 1e6 * env->limits.fma_gflops;
    size_t n = MAX_DEFAULT;
    while (n > MIN_DEFAULT && 2.0 * pow(2.0 * (double)n, 3.0) > operations_per_ms)
        n /= 2;
    return n;
}

// The side of the tiles: 16, or less where the device has smaller work-groups.
static size_t choose_tile(cl_device_id device)
{
    const size_t items = (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    size_t tile = 16;
    while (tile * tile > items || tile > ocl_local_limit(device, 0) ||
           tile > ocl_local_limit(device, 1))
        tile /= 2;
    return tile;
}

// One product with one of the kernels: a row of the report, and a point of a curve.
static void run_kernel(lesson *l, int v, const matmul_matrices *x, const matmul_check *check,
                       const cl_mem d[3])
{
    char kernel_name[64], name[64];
    snprintf(kernel_name, sizeof kernel_name, "matmul_memory_%s", VARIANTS[v]);
    snprintf(name, sizeof name, "%s %zu", VARIANTS[v], x->n);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, kernel_name, &err));
    const cl_uint n = (cl_uint)x->n;
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof d[i], &d[i]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    // Tiles are as large as their work-group.  Without tiles a row of work-items is best: they
    // read neighbours in a row of B.
    const size_t extents[] = { n, n };
    const size_t row[] = { 256, 1 }, square[] = { l->tile, l->tile };
    ocl_range_2d range;
    ocl_local_size_2d(kernel, l->env->device, v == LOCAL ? square : row, range.local);
    ocl_global_size_2d(extents, range.local, SIZE_MAX, range.global);

    if (ocl_pace_allows(&l->pace, l->report, VARIANTS[v],
                        ocl_pace_estimate(&l->pace, kernel, &range))) {
        const cl_command_queue queue = l->env->queue;
        ocl_trial t = ocl_trial_open(l->env, name, d[0], x->c_bytes);
        while (ocl_trial_next(&t))
            ocl_enqueue_2d(queue, kernel, &range, &t.first, &t.done);
        OCL_CHECK(clEnqueueReadBuffer(queue, d[0], CL_TRUE, 0, x->c_bytes, x->c, 0, NULL, NULL));
        const ocl_work work = { .amount = matmul_operations(x),
                                .unit = "GFLOP/s",
                                .limit = l->env->limits.fma_gflops };
        ocl_trial_report(&t, l->report, &work, matmul_check_product(check, name, x->c));
        matmul_curves_add(&l->curves, VARIANTS[v], x->n,
                          matmul_operations(x) / ocl_median_ns(&t.times));
    }
    OCL_CHECK(clReleaseKernel(kernel));
}

static void multiply(lesson *l, size_t n)
{
    const ocl_options *options = l->env->options;
    matmul_matrices x = matmul_matrices_open(l->env, (size_t[]){ n, n, n });
    matmul_check check = matmul_check_open(MATMUL_AUTO, &x, options->seed + 2);
    const cl_mem d[] = { ocl_buffer(l->env, CL_MEM_READ_WRITE, x.c_bytes, NULL),
                         ocl_buffer(l->env, CL_MEM_READ_ONLY, x.a_bytes, x.a),
                         ocl_buffer(l->env, CL_MEM_READ_ONLY, x.b_bytes, x.b) };
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(options, VARIANTS[v])) run_kernel(l, v, &x, &check, d);
    for (int i = 2; i >= 0; i--)
        OCL_CHECK(clReleaseMemObject(d[i]));
    matmul_check_close(&check);
    matmul_matrices_close(&x);
}

int main(int argc, char **argv)
{
    const char *csv = NULL;
    const ocl_option own[] = {
        { .usage = "--csv FILE: also draw its points, and add the new ones", .text = &csv },
        { 0 },
    };
    const ocl_about about = { .name = "matmul_memory",
                              .summary = "C = A B from global memory and from local memory.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "rows of the smallest matrices; the largest have 2 N",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { MAX_DEFAULT }, .repeat = 10, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    if (!opt.size_given) opt.n[0] = default_size(&env);

    lesson l = { .env = &env, .pace = ocl_pace_open(&env), .tile = choose_tile(env.device) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "largest", 2 * opt.n[0]);
    ocl_report_count(l.report, "tile", l.tile);
    l.curves = matmul_curves_open(&env, csv);
    l.program = ocl_build(&env, "matmul_memory.cl", "-DTILE=%zu", l.tile);

    for (size_t i = 0; i < MATMUL_SIZES; i++)
        multiply(&l, opt.n[0] + i * opt.n[0] / (MATMUL_SIZES - 1));
    if (opt.output) matmul_curves_draw(&l.curves, l.report, opt.output);
    if (csv) matmul_curves_write(&l.curves, csv);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
