// SPDX-License-Identifier: MIT
//
// scan_ladder - the sum of all elements up to each one: prefix sums.
//
// Shows   a scan within a work-group after Hillis and Steele, and after Blelloch; among work-groups
//         with three launches; fast forms for GPUs and for CPUs; inclusive and exclusive; the
//         rounding of sums of floats
// Uses    clSetKernelArg, clEnqueueNDRangeKernel; reqd_work_group_size, barrier
// Try     scan_ladder -n 64M; scan_ladder --kind exclusive --type float; scan_ladder -V all

#include "ocl.h"

#include "shared/prefix_sums.h"

enum { MOST_ITEMS = 128, MOST_SHARES = 8192, LONG = 8192 };

enum { HILLIS_STEELE, BLELLOCH, VECTORS, LONG_ITEMS };
static const char *const VARIANTS[] = { "hillis_steele", "blelloch", "vectors", "long_items",
                                        NULL };
static const char *const SUMS[] = { "scan_share_sums", "scan_share_sums", "scan_vectors_sums",
                                    "scan_long_items_sums" };
static const char *const BEFORES[] = { "scan_sums", "scan_sums", "scan_vectors_before",
                                       "scan_sums" };
static const char *const SCANS[] = { "scan_hillis_steele", "scan_blelloch", "scan_vectors",
                                     "scan_long_items" };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    scan_problem problem;
    size_t group;                // work-items of a work-group
    size_t bytes;                // of x, and of y
    cl_program program, fast;    // the plain kernels; those of the variant, if it is a fast one
    cl_mem d_y, d_x, d_sums;
    void *y;
} lesson;

// How a variant divides the elements among work-groups.
typedef struct {
    size_t shares, local;
    cl_uint tiles;       // of each share
    double additions;    // that a sum goes through at most
} division;

static division divide(const lesson *l, int variant)
{
    size_t log_group = 0;
    while ((size_t)1 << log_group < l->group)
        log_group++;
    const size_t elements[] = { l->group, l->group, SCAN_VECTORS * l->group, LONG };    // of a tile
    const size_t tiles = ocl_divide_up(l->problem.n, elements[variant]);
    division d = { .local = variant == LONG_ITEMS ? 1 : l->group };
    // One work-group goes through the sums of all shares: only `vectors` does it fast.
    const size_t most_shares = variant == VECTORS ? MOST_SHARES : MOST_SHARES / 16;
    d.tiles = (cl_uint)ocl_divide_up(tiles, most_shares);
    d.shares = ocl_divide_up(tiles, d.tiles);
    // Twice through a share, once through the sums of the shares.
    const size_t additions[] = { 1, 1, 8, LONG / 16 };    // one after the other in a tile
    const size_t share = d.tiles * additions[variant] + log_group + 16;
    const size_t sums = ocl_divide_up(d.shares, l->group) + log_group + 16;
    d.additions = (double)(2 * share + sums);
    return d;
}

// Sums of the shares, then what is before each share, then the shares again.
static void launch_three(const lesson *l, const division *d, const cl_kernel kernels[3],
                         ocl_trial *t)
{
    const size_t items = d->shares * d->local;
    const cl_ulong n = l->problem.n;
    const cl_uint shares = (cl_uint)d->shares, exclusive = l->problem.exclusive;
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernels[0], 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernels[0], 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernels[0], 3, sizeof d->tiles, &d->tiles));
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof shares, &shares));
    OCL_CHECK(clSetKernelArg(kernels[2], 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernels[2], 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernels[2], 2, sizeof l->d_sums, &l->d_sums));
    OCL_CHECK(clSetKernelArg(kernels[2], 3, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernels[2], 4, sizeof d->tiles, &d->tiles));
    OCL_CHECK(clSetKernelArg(kernels[2], 5, sizeof exclusive, &exclusive));

    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &d->local, 0, NULL, &t->first));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &l->group, &l->group, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[2], 1, NULL, &items, &d->local, 0, NULL, &t->done));
}

static void run_variant(const lesson *l, int variant)
{
    char row[32];
    snprintf(row, sizeof row, "%s %s", SCAN_TYPES[l->problem.is_float], VARIANTS[variant]);
    cl_int err;
    const cl_program program = variant < VECTORS ? l->program : l->fast;
    const cl_kernel kernels[3] = { OCL_CREATE(clCreateKernel(program, SUMS[variant], &err)),
                                   OCL_CREATE(
                                       clCreateKernel(variant == VECTORS ? l->fast : l->program,
                                                      BEFORES[variant], &err)),
                                   OCL_CREATE(clCreateKernel(program, SCANS[variant], &err)) };

    const division d = divide(l, variant);
    ocl_trial t = ocl_trial_open(l->env, row, l->d_y, l->bytes);
    while (ocl_trial_next(&t))
        launch_three(l, &d, kernels, &t);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_y, CL_TRUE, 0, l->bytes, l->y, 0, NULL, NULL));
    const ocl_work work = { .amount = 2.0 * (double)l->bytes,    // once in, once out
                            .unit = "GB/s",
                            .limit = l->env->limits.copy_gbs };
    ocl_trial_report(&t, l->report, &work, scan_verify(row, &l->problem, l->y, d.additions));
    for (int k = 2; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(kernels[k]));
}

// Without --variant, the kernels that are meant for other devices are left out.
static bool is_wanted(const lesson *l, int variant)
{
    const bool is_cpu = ocl_is_cpu(l->env->device);
    if (l->env->options->variant) return ocl_wants(l->env->options, VARIANTS[variant]);
    return variant <= BLELLOCH || is_cpu == (variant != VECTORS);
}

static void run_type(lesson *l, bool is_float)
{
    const ocl_options *opt = l->env->options;
    const size_t n = opt->n[0];
    l->problem = scan_make(n, l->problem.exclusive, is_float, opt->seed);
    OCL_TIME_REFERENCE(l->report, scan_ref(&l->problem));
    l->d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, l->bytes, l->problem.x);
    l->program = ocl_build(l->env, "scan_ladder.cl", "-DELEMENT=%s -DGROUP=%zu",
                           SCAN_TYPES[is_float], l->group);
    for (int v = HILLIS_STEELE; v <= LONG_ITEMS; v++) {
        if (!is_wanted(l, v)) continue;
        if (v >= VECTORS)
            l->fast = ocl_build(l->env, v == VECTORS ? "scan_ladder_fast.cl" : "scan_ladder_cpu.cl",
                                "-DELEMENT=%s -DGROUP=%zu -DLONG=%d -DAHEAD=%d",
                                SCAN_TYPES[is_float], l->group, LONG, scan_ahead(l->env));
        run_variant(l, v);
        if (v >= VECTORS) OCL_CHECK(clReleaseProgram(l->fast));
    }
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseMemObject(l->d_x));
    scan_free(&l->problem);
}

int main(int argc, char **argv)
{
    const scan_settings settings =
        scan_settings_parse(argc, argv,
                            (ocl_about){ .name = "scan_ladder",
                                         .summary = "The sum of all elements up to each one.",
                                         .variants = VARIANTS });
    const ocl_options opt = settings.options;
    ocl_env env = ocl_open(&opt);
    scan_require_memory(&env);

    lesson l = { .env = &env,
                 .group = ocl_group_size(env.device, MOST_ITEMS),
                 .bytes = opt.n[0] * 4 };
    l.problem.exclusive = settings.exclusive;
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_text(l.report, "sums", SCAN_KINDS[settings.exclusive]);
    l.y = ocl_alloc(l.bytes);
    l.d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_sums = ocl_buffer(&env, CL_MEM_READ_WRITE, MOST_SHARES * sizeof(cl_uint), NULL);

    for (int type = SCAN_UINT; type < SCAN_TYPE_COUNT; type++)
        if (settings.has_type[type]) run_type(&l, type == SCAN_FLOAT);

    OCL_CHECK(clReleaseMemObject(l.d_sums));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    free(l.y);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
