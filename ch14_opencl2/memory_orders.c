// SPDX-License-Identifier: MIT
//
// memory_orders - what two work-items may see of each other, and what was seen.
//
// Shows   store buffering, relaxed and sequentially consistent, with the scope of the device and
//         with that of the work-group; message passing, relaxed and with release and acquire; how
//         often each outcome was seen, and that the forbidden ones never were
// Uses    clSetKernelArg, clEnqueueNDRangeKernel; in the kernels atomic_store_explicit and
//         atomic_load_explicit with each memory order, and with two memory scopes
// Try     memory_orders -r 100; memory_orders -V buffering_relaxed -g 16

#include "ocl.h"

enum { PATIENCE = 30000 };    // loads: well below a millisecond

// An outcome is two numbers, 0 or 1, as 2 * first + second.
enum { OUTCOMES = 4, NONE_FORBIDDEN = -1, BOTH_0 = 0, FIRST_ONLY = 2 };

enum { VARIANTS = 6, IN_GROUP = 3 };
static const char *const VARIANT_NAMES[VARIANTS + 1] = { "buffering_relaxed",
                                                         "buffering_seq_cst",
                                                         "buffering_too_narrow",
                                                         "buffering_in_group",
                                                         "message_relaxed",
                                                         "message_acquire",
                                                         NULL };
static const int FORBIDDEN[VARIANTS] = { NONE_FORBIDDEN, BOTH_0,         NONE_FORBIDDEN,
                                         BOTH_0,         NONE_FORBIDDEN, FIRST_ONLY };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t group, pairs;    // work-items per work-group; pairs of work-items: whole work-groups
    cl_mem d_seen, d_x, d_y, d_here;
} lesson;

// Counts the outcomes of one launch.  A number that is neither 0 nor 1 is counted nowhere.
static void count_outcomes(const lesson *l, cl_ulong counts[OUTCOMES])
{
    const size_t bytes = 2 * l->pairs * sizeof(cl_int);
    cl_int *seen = ocl_alloc(bytes);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_seen, CL_TRUE, 0, bytes, seen, 0, NULL, NULL));
    for (size_t p = 0; p < l->pairs; p++) {
        const cl_int first = seen[p], second = seen[l->pairs + p];
        if (((first | second) & ~1) == 0) counts[2 * first + second]++;
    }
    free(seen);
}

static void clear(const lesson *l, cl_mem buffer, size_t numbers)
{
    cl_int *zeros = memset(ocl_alloc(numbers * sizeof *zeros), 0, numbers * sizeof *zeros);
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, buffer, CL_TRUE, 0, numbers * sizeof *zeros,
                                   zeros, 0, NULL, NULL));
    free(zeros);
}

// Each pair plays once per run.
static void run_variant(const lesson *l, int variant, cl_ulong counts[OUTCOMES])
{
    char name[64];
    snprintf(name, sizeof name, "memory_orders_%s", VARIANT_NAMES[variant]);
    const size_t items = 2 * l->pairs, runs = l->env->options->repeat;
    const cl_ulong pairs = l->pairs;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_seen, &l->d_seen));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_here, &l->d_here));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof pairs, &pairs));
    for (size_t run = 0; run < runs; run++) {
        clear(l, l->d_x, l->pairs);
        clear(l, l->d_y, l->pairs);
        clear(l, l->d_here, l->pairs / l->group);
        ocl_poison_run(l->env->queue, l->d_seen, 2 * l->pairs * sizeof(cl_int), run);
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &l->group, 0, NULL,
                                         NULL));
        count_outcomes(l, counts);
    }
    OCL_CHECK(clReleaseKernel(kernel));

    const char *what = VARIANT_NAMES[variant];
    cl_ulong all = 0;
    for (int o = 0; o < OUTCOMES; o++)
        all += counts[o];
    ocl_result result = ocl_verify_equal(what, (long long)all, (long long)(runs * l->pairs));
    if (FORBIDDEN[variant] != NONE_FORBIDDEN)
        result = ocl_result_both(
            result, ocl_verify_equal("forbidden", (long long)counts[FORBIDDEN[variant]], 0));
    ocl_report_result(l->report, what, result);
}

static void report_counts(ocl_report *report, cl_ulong counts[VARIANTS][OUTCOMES])
{
    ocl_table table =
        ocl_table_open(report, "outcomes", "test, 0 and 0, 0 and 1, 1 and 0, 1 and 1, forbidden");
    static const char *const FORBIDDEN_NAMES[VARIANTS] = { "nothing", "0 and 0", "nothing",
                                                           "0 and 0", "nothing", "1 and 0" };
    for (int v = 0; v < VARIANTS; v++)
        if (counts[v][0] + counts[v][1] + counts[v][2] + counts[v][3] > 0)
            ocl_table_row(&table, "%-20s %9llu %9llu %9llu %9llu  %-8s", VARIANT_NAMES[v],
                          (unsigned long long)counts[v][0], (unsigned long long)counts[v][1],
                          (unsigned long long)counts[v][2], (unsigned long long)counts[v][3],
                          FORBIDDEN_NAMES[v]);
}

int main(int argc, char **argv)
{
    size_t wanted = 64;
    const ocl_option own[] = {
        { .usage = "-g, --group N: work-items per work-group at most", .count = &wanted },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "memory_orders",
                              .summary = "What two work-items may see of each other.",
                              .accepts = "dnrVk",
                              .size_help = "pairs of work-items",
                              .extents = 1,
                              .most = 1 << 26,
                              .variants = VARIANT_NAMES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .repeat = 10 });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, 2 * bytes, 5 * bytes, 3 * bytes);
    ocl_require_feature(env.device, "__opencl_c_atomic_scope_device");
    ocl_require_feature(env.device, "__opencl_c_atomic_order_acq_rel");
    ocl_require_feature(env.device, "__opencl_c_atomic_order_seq_cst");

    lesson l = { .env = &env, .group = ocl_group_size(env.device, wanted) };
    if (l.group == 1 && !ocl_wants(&opt, "all") && ocl_wants(&opt, VARIANT_NAMES[IN_GROUP]))
        ocl_exit(OCL_EXIT_SKIP, "a work-group of one work-item has no pair");
    l.pairs = ocl_round_up(opt.n[0], l.group);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "pairs", l.pairs);
    ocl_report_count(l.report, "group", l.group);
    ocl_report_count(l.report, "runs", opt.repeat);
    l.program = ocl_build(&env, "memory_orders.cl", "%s -DGROUP=%zu -DPATIENCE=%d",
                          ocl_newest_c(env.device), l.group, PATIENCE);
    const size_t numbers = l.pairs * sizeof(cl_int);
    l.d_seen = ocl_buffer(&env, CL_MEM_WRITE_ONLY, 2 * numbers, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, numbers, NULL);
    l.d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, numbers, NULL);
    l.d_here = ocl_buffer(&env, CL_MEM_READ_WRITE, numbers / l.group, NULL);

    cl_ulong counts[VARIANTS][OUTCOMES] = { { 0 } };
    for (int v = 0; v < VARIANTS; v++)
        if (ocl_wants(&opt, VARIANT_NAMES[v]) && (v != IN_GROUP || l.group > 1))
            run_variant(&l, v, counts[v]);
    if (l.group == 1 && ocl_wants(&opt, VARIANT_NAMES[IN_GROUP]))
        ocl_report_note(l.report, "left out: buffering_in_group, as one work-item has no pair");
    report_counts(l.report, counts);

    OCL_CHECK(clReleaseMemObject(l.d_here));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_seen));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
