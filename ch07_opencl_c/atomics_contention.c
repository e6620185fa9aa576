// SPDX-License-Identifier: MIT
//
// atomics_contention - a counter that all work-items share, and what it costs that they share it.
//
//     count[0]++          load, add, store: two work-items may load the same number
//     atomic_inc(count)   one step: every work-item finds another number
//
// Shows   a counter without an atomic, which is wrong; one with atomic_inc; the same additions to
//         1, 2, 4, ... 256 counters side by side, in cache lines of their own, in local memory
// Uses    in atomics_contention.cl: atomic_inc, atomic_add; here: clCreateKernel, clSetKernelArg,
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer
// Try     atomics_contention -V broken_counter; atomics_contention -o contention.png

#include "ocl.h"

// Where the counters are, and how many there are: 1, 2, 4, ... 256.
enum { PLACES = 3, STEPS = 9 };
enum { LOCAL = 256, OPS = 16, MAX_COUNTERS = 1 << (STEPS - 1), APART = 32 };

// The places of the counters.  256 numbers side by side fill few cache lines; of numbers that are
// APART there is one in each cache line, as far as these have at most 128 bytes.
enum { SIDE_BY_SIDE, IN_LINES, IN_LOCAL };
static const char *const PLACE_NAMES[PLACES] = { "global", "apart", "local" };
static const char *const PLACE_KERNELS[PLACES] = { "atomics_contention_global",
                                                   "atomics_contention_global",
                                                   "atomics_contention_local" };
static const cl_uint STRIDES[PLACES] = { 1, APART, 1 };
static const char *const VARIANTS[] = { "counter", "global",         "apart",
                                        "local",   "broken_counter", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n;    // work-items that count
    ocl_pace pace;
} lesson;

static void launch(const lesson *l, cl_kernel kernel, cl_event *done)
{
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

// Every work-item adds 1 once.  The result is the counter; old[i] is what work-item i found.
static cl_uint count_once(const lesson *l, cl_program program, const char *name, cl_uint *old)
{
    const cl_ulong n = l->n;
    const size_t bytes = l->n * sizeof(cl_uint);
    cl_uint count = 0;
    cl_int err;
    cl_mem d_old = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_count = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof count, &count);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_old, &d_old));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_count, &d_count));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    launch(l, kernel, NULL);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_old, CL_TRUE, 0, bytes, old, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL,
                                  NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_count));
    OCL_CHECK(clReleaseMemObject(d_old));
    return count;
}

// A race.  Nothing is judged: the specification promises nothing.
static void show_race(const lesson *l)
{
    cl_program program = ocl_build(l->env, "atomics_contention_broken.cl", "-cl-std=CL1.2");
    cl_uint *old = ocl_alloc(l->n * sizeof *old);
    const cl_uint count = count_once(l, program, "atomics_contention_broken_counter", old);
    ocl_report_note(l->report, "count[0]++ by %zu work-items: %u. Any number is possible: a race",
                    l->n, count);
    free(old);
    OCL_CHECK(clReleaseProgram(program));
}

static int compare_numbers(const void *a, const void *b)
{
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
    return (x > y) - (x < y);
}

// The order of the work-items is not known.  But together they found 0, 1, ... n - 1, each once.
static void check_counter(const lesson *l)
{
    cl_uint *old = ocl_alloc(l->n * sizeof *old), *ref = ocl_alloc(l->n * sizeof *ref);
    const cl_uint count = count_once(l, l->program, "atomics_contention_counter", old);
    size_t in_order = 0;
    for (size_t i = 0; i < l->n; i++) {
        ref[i] = (cl_uint)i;
        if (old[i] == i) in_order++;
    }
    qsort(old, l->n, sizeof *old, compare_numbers);
    ocl_result result = ocl_verify_equal("count", count, (long long)l->n);
    result = ocl_result_both(result, ocl_verify_u32("sorted old values", old, ref, l->n));
    ocl_report_result(l->report, "counter", result);
    ocl_report_note(
        l->report,
        "atomic_inc by %zu work-items: %u; %zu work-items found the count at their own id", l->n,
        count, in_order);
    free(ref);
    free(old);
}

static void counts_ref(cl_uint *counts, size_t counters, cl_uint stride, size_t n)
{
    memset(counts, 0, sizeof *counts * MAX_COUNTERS * APART);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < OPS; k++)
            counts[(i + k) % counters * stride]++;
}

// The kernel of a place with its arguments; NULL if it is not wanted or would take too long.
static cl_kernel make_kernel(lesson *l, int place, cl_mem d_counts, cl_uint counters)
{
    if (!ocl_wants(l->env->options, PLACE_NAMES[place])) return NULL;
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, PLACE_KERNELS[place], &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof counters, &counters));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof STRIDES[place], &STRIDES[place]));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const ocl_range_2d range = { .global = { ocl_round_up(l->n, local), 1 },
                                 .local = { local, 1 } };
    if (ocl_pace_allows(&l->pace, l->report, PLACE_NAMES[place],
                        STEPS * ocl_pace_estimate(&l->pace, kernel, &range)))
        return kernel;
    OCL_CHECK(clReleaseKernel(kernel));
    return NULL;
}

// Each place gets as many additions.  The places run in turn, so that a slow moment of the machine
// affects all of them.  ns[p]: per addition, of the median run.  The best run is one in which the
// work-groups happened not to meet.
static void compare_places(lesson *l, cl_uint counters, double ns[PLACES])
{
    const size_t count = MAX_COUNTERS * APART, bytes = count * sizeof(cl_uint);
    cl_uint *zeros = memset(ocl_alloc(bytes), 0, bytes), *ref = ocl_alloc(bytes);
    cl_mem d_counts[PLACES];
    cl_kernel kernels[PLACES];
    ocl_trial trials[PLACES];
    char names[PLACES][32];
    for (int p = 0; p < PLACES; p++) {
        d_counts[p] = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
        kernels[p] = make_kernel(l, p, d_counts[p], counters);
        snprintf(names[p], sizeof names[p], "%s_%u", PLACE_NAMES[p], counters);
        trials[p] = ocl_trial_open(l->env, names[p], d_counts[p], bytes);
    }
    OCL_TIME_REFERENCE(l->report, counts_ref(ref, counters, 1, l->n));

    for (bool again = true; again;) {
        again = false;
        for (int p = 0; p < PLACES; p++) {
            if (!kernels[p] || !ocl_trial_next(&trials[p])) continue;
            OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_counts[p], CL_FALSE, 0, bytes, zeros, 0,
                                           NULL, NULL));
            launch(l, kernels[p], &trials[p].done);
            again = true;
        }
    }

    const ocl_work work = { .amount = (double)OPS * (double)l->n, .unit = "Mop/s" };
    for (int p = 0; p < PLACES; p++) {
        if (kernels[p]) {
            ns[p] = ocl_median_ns(&trials[p].times) / work.amount;
            counts_ref(ref, counters, STRIDES[p], l->n);
            ocl_trial_report(&trials[p], l->report, &work,
                             ocl_verify_buffer(l->env, names[p], d_counts[p], ref, bytes));
            OCL_CHECK(clReleaseKernel(kernels[p]));
        }
        OCL_CHECK(clReleaseMemObject(d_counts[p]));
    }
    free(ref);
    free(zeros);
}

// ns[s][p]: of place p with 2^s counters, of the median run; NaN where nothing ran.
static bool has_run(int place, double ns[STEPS][PLACES])
{
    for (int s = 0; s < STEPS; s++)
        if (isfinite(ns[s][place])) return true;
    return false;
}

static void report_costs(ocl_report *report, const char *const names[PLACES],
                         double ns[STEPS][PLACES])
{
    ocl_table table =
        ocl_table_open(report, "ns per addition",
                       "ns per addition, 1 counter, 2, 4, 8, 16, 32, 64, 128, 256, 1 to 256");
    for (int p = 0; p < PLACES; p++)
        if (has_run(p, ns))
            ocl_table_row(&table,
                          "%-15s %9.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %8.2f",
                          names[p], ns[0][p], ns[1][p], ns[2][p], ns[3][p], ns[4][p], ns[5][p],
                          ns[6][p], ns[7][p], ns[8][p], ns[0][p] / ns[STEPS - 1][p]);
}

static void draw_costs(const ocl_report *report, const char *path, const char *const names[PLACES],
                       double ns[STEPS][PLACES])
{
    double counters[STEPS], curves[PLACES][STEPS];
    ocl_series series[PLACES];
    size_t count = 0;
    for (int s = 0; s < STEPS; s++)
        counters[s] = (double)(1 << s);
    for (int p = 0; p < PLACES; p++) {
        for (int s = 0; s < STEPS; s++)
            curves[p][s] = ns[s][p];
        if (has_run(p, ns))
            series[count++] = (ocl_series){ .label = names[p],
                                            .x = counters,
                                            .y = curves[p],
                                            .count = STEPS,
                                            .colour = ocl_palette((size_t)p) };
    }
    const ocl_chart chart = { .title = "What contention costs",
                              .x_label = "counters",
                              .y_label = "ns per addition",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "atomics_contention",
                              .summary = "A counter that all work-items share.",
                              .accepts = "dnorVk",
                              .writes = OCL_CHART_FILE,
                              .size_help = "work-items that count",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .repeat = 5 });
    if (opt.n[0] > CL_UINT_MAX / OPS)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %u, or a counter overflows", CL_UINT_MAX / OPS);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);

    lesson l = { .env = &env, .n = opt.n[0], .pace = ocl_pace_open(&env) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "additions", OPS * l.n);
    l.program = ocl_build(&env, "atomics_contention.cl", "-cl-std=CL1.2 -DOPS=%d -DMAX_COUNTERS=%d",
                          OPS, MAX_COUNTERS);
    const bool race = opt.variant && strcmp(opt.variant, "broken_counter") == 0;
    const bool counts = race || ocl_wants(&opt, "counter");
    if (race) show_race(&l);
    if (counts) check_counter(&l);
    double ns[STEPS][PLACES];
    for (int s = 0; s < STEPS; s++) {
        for (int p = 0; p < PLACES; p++)
            ns[s][p] = NAN;
        if (ocl_wants(&opt, "all") || !counts) compare_places(&l, 1u << s, ns[s]);
    }
    report_costs(l.report, PLACE_NAMES, ns);
    if (opt.output) draw_costs(l.report, opt.output, PLACE_NAMES, ns);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
