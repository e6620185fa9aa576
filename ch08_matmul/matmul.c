// SPDX-License-Identifier: MIT
//
// matmul - C = A B: ten kernels, from the simplest one to blocks of C in registers.
//
// Shows   how to load the same data less often and from nearer memory, one idea per kernel
// Uses    local and private memory, work-group sizes, -D for the sizes of tiles, events for times
// Try     matmul -n 1024 -o rungs.png; matmul -n 2000x1000x500; matmul -n 1024 -V prefetch;
//         matmul -d cpu, then matmul -d gpu; matmul_blocked for the fastest kernels

#include "matmul/figure.h"
#include "matmul/settings.h"
#include "matmul/sizes.h"
#include "shared/check.h"
#include "shared/rates.h"

static const char *const RUNGS[] = {
    "naive", "coalesced_row", "vector4",     "local_a",        "local_a_coalesced",
    "tiled", "more_work",     "wider_loads", "register_block", "prefetch",
    NULL
};
enum { NAIVE, COALESCED_ROW, VECTOR4, LOCAL_A, LOCAL_A_COALESCED };
enum { TILED = 5, MORE_WORK, WIDER_LOADS, REGISTER_BLOCK, PREFETCH, RUNG_COUNT };

// Columns and rows of C per work-item, and columns and rows of work-items per work-group.
static const struct {
    size_t each[2], items[2];
} SHAPES[RUNG_COUNT] = {
    [NAIVE] = { { 1, 1 }, { 256, 1 } },
    [COALESCED_ROW] = { { COLUMNS, 1 }, { 256, 1 } },
    [VECTOR4] = { { 4, 1 }, { 256, 1 } },
    [LOCAL_A] = { { 1, 1 }, { 256, 1 } },
    [LOCAL_A_COALESCED] = { { 1, 1 }, { 256, 1 } },
    [TILED] = { { 1, 1 }, { TILE, TILE } },
    [MORE_WORK] = { { 1, WORK }, { SIDE, SIDE / WORK } },
    [WIDER_LOADS] = { { 1, WORK }, { SIDE, SIDE / WORK } },
    [REGISTER_BLOCK] = { { EACH, EACH }, { BLOCK / EACH, BLOCK / EACH } },
    [PREFETCH] = { { EACH, EACH }, { BLOCK / EACH, BLOCK / EACH } },
};

typedef struct {
    const ocl_env *env;
    ocl_pace *pace;
    ocl_report *report;
    matmul_matrices x;
    matmul_check check;
    cl_mem d_c, d_a, d_b;
    cl_program program;
    size_t shrink;    // of the sides of tiles and their work-groups
} product;

// The kernel with its arguments, and the NDRange that covers C.  NULL when the kernel has tiles and
// the device cannot run their work-group.
static cl_kernel make_kernel(const product *p, size_t rung, ocl_range_2d *range)
{
    char name[64];
    snprintf(name, sizeof name, "matmul_%s", RUNGS[rung]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(p->program, name, &err));
    const cl_uint m = (cl_uint)p->x.m, n = (cl_uint)p->x.n, k = (cl_uint)p->x.k;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof p->d_c, &p->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof p->d_a, &p->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof p->d_b, &p->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof m, &m));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof k, &k));

    const size_t *each = SHAPES[rung].each, *items = SHAPES[rung].items;
    const size_t shrink = rung < TILED ? 1 : p->shrink;
    size_t wanted[] = { items[0] / shrink, items[1] / shrink };
    const size_t extents[] = { ocl_divide_up(n, each[0]), ocl_divide_up(m, each[1]) };
    if (rung < TILED && wanted[0] > 2 * extents[0]) wanted[0] = 2 * extents[0] - 1;
    ocl_local_size_2d(kernel, p->env->device, wanted, range->local);
    ocl_global_size_2d(extents, range->local, SIZE_MAX, range->global);
    if (rung < TILED || memcmp(range->local, wanted, sizeof wanted) == 0) return kernel;
    OCL_CHECK(clReleaseKernel(kernel));
    return NULL;
}

// Launches a kernel, to warm up and then for its time; reads and verifies the last answer.
static void run_kernel(product *p, cl_kernel kernel, const ocl_range_2d *range, const char *name)
{
    const cl_command_queue queue = p->env->queue;
    ocl_trial t = ocl_trial_open(p->env, name, p->d_c, p->x.c_bytes);
    while (ocl_trial_next(&t))
        ocl_enqueue_2d(queue, kernel, range, &t.first, &t.done);
    OCL_CHECK(clEnqueueReadBuffer(queue, p->d_c, CL_TRUE, 0, p->x.c_bytes, p->x.c, 0, NULL, NULL));
    const ocl_work work = { .amount = matmul_operations(&p->x),
                            .unit = "GFLOP/s",
                            .limit = ocl_device_limits(p->env).fma_gflops };
    ocl_trial_report(&t, p->report, &work, matmul_check_product(&p->check, name, p->x.c));
}

// Runs one rung under this name, or says why it is left out.
static void run_rung(product *p, size_t rung, const char *name, bool forced)
{
    ocl_range_2d range;
    cl_kernel kernel = make_kernel(p, rung, &range);
    if (!kernel && forced) ocl_exit(OCL_EXIT_SKIP, "%s: work-groups here are too small", name);
    if (!kernel) {
        ocl_report_note(p->report, "%s is left out: work-groups here are too small", name);
        return;
    }
    const double least_ns = forced ? 0.0 : ocl_pace_estimate(p->pace, kernel, &range);
    if (ocl_pace_allows(p->pace, p->report, RUNGS[rung], least_ns))
        run_kernel(p, kernel, &range, name);
    OCL_CHECK(clReleaseKernel(kernel));
}

// Multiplies matrices of this size with each kernel that the settings ask for.
static void multiply(ocl_pace *pace, ocl_report *report, const matmul_settings *s,
                     const size_t mnk[3])
{
    const ocl_env *env = pace->env;
    product p = { .env = env, .pace = pace, .report = report };
    p.x = matmul_matrices_open(env, mnk);
    p.check = matmul_check_open((matmul_method)s->method, &p.x, s->options.seed + 2);
    if (!s->figure) matmul_check_report(&p.check, report);

    p.d_c = ocl_buffer(env, CL_MEM_READ_WRITE, p.x.c_bytes, NULL);
    p.d_a = ocl_buffer(env, CL_MEM_READ_ONLY, p.x.a_bytes, p.x.a);
    p.d_b = ocl_buffer(env, CL_MEM_READ_ONLY, p.x.b_bytes, p.x.b);
    p.shrink = matmul_shrink(env->device);
    p.program = matmul_build(env, p.shrink, p.x.n, p.x.k);

    const bool forced = s->figure || !ocl_wants(&s->options, "all");
    for (size_t rung = 0; rung < RUNG_COUNT; rung++) {
        char name[64];
        snprintf(name, sizeof name, "%s", RUNGS[rung]);
        if (s->figure) snprintf(name, sizeof name, "%s %zu", RUNGS[rung], p.x.n);
        if (s->figure ? rung != NAIVE && rung != TILED : !ocl_wants(&s->options, RUNGS[rung]))
            continue;
        run_rung(&p, rung, name, forced);
    }

    OCL_CHECK(clReleaseProgram(p.program));
    OCL_CHECK(clReleaseMemObject(p.d_b));
    OCL_CHECK(clReleaseMemObject(p.d_a));
    OCL_CHECK(clReleaseMemObject(p.d_c));
    matmul_check_close(&p.check);
    matmul_matrices_close(&p.x);
}

int main(int argc, char **argv)
{
    matmul_settings s = matmul_parse(argc, argv, RUNGS);
    ocl_env env = ocl_open(&s.options);
    ocl_pace pace = ocl_pace_open(&env);
    (s.figure ? matmul_figure_fit : matmul_fit_default_size)(&env, &s.options);
    ocl_report *report = ocl_report_open(&s.options, env.device);

    if (s.figure) {
        matmul_figure figure = matmul_figure_open(env.device, s.csv);
        for (size_t i = 0; i < MATMUL_SIZES; i++) {
            const size_t n = matmul_figure_size(s.options.n[0], i);
            multiply(&pace, report, &s, (size_t[]){ n, n, n });
        }
        matmul_figure_close(&figure, report, s.figure, s.csv);
    } else {
        multiply(&pace, report, &s, s.options.n);
    }
    if (s.options.output)
        matmul_draw_rates(report, ocl_device_limits(&env).fma_gflops, s.options.output);

    ocl_close(&env);
    return ocl_report_close(report);
}
