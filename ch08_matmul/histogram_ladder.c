// SPDX-License-Identifier: MIT
//
// histogram_ladder - the histogram of chapter 3 made faster, one idea per rung.
//
// Shows   what makes a kernel with atomics fast on a GPU: neighbours read neighbouring pixels; as
//         many work-groups as the device runs; work-items that rarely meet at one counter; several
//         loads in flight; results added up on the device.  A CPU has a ladder of its own: counters
//         in private memory, several copies of them, runs of one colour added at once.  Each rung
//         is a row of the table in histogram_ladder/rungs.c: its kernel, its work-groups, who
//         merges
// Uses    clCreateKernel, clSetKernelArg between launches, clEnqueueNDRangeKernel for many runs
//         without a wait, clFinish, clEnqueueReadBuffer
// Try     histogram_ladder -n 7680x4320 -o rungs.png
//         histogram_ladder -V all: both ladders
//         histogram_ladder -V merged_atomic --local-memory 3K --loads 1 --groups 2
//         histogram_ladder --pictures 8    (a small picture no longer stays in the device's cache)

#include "ocl.h"

#include "histogram_ladder/pictures.h"
#include "histogram_ladder/rungs.h"

typedef struct {
    const ocl_env *env;
    const ladder_settings *settings;
    ocl_pace pace;
    ocl_report *report;
    cl_program programs[HISTOGRAM_PROGRAMS];    // NULL: not needed so far
    cl_mem d_pictures[MAX_COPIES];              // the same picture of n pixels; runs take turns
    cl_uint n;
    ladder_rates rates;    // for the chart
} lesson;

// What the runs of a rung told.
typedef struct {
    ocl_times times;
    ocl_answers answers;
} rung_runs;

// What the runs of a rung need.
typedef struct {
    const histogram_rung *rung;
    cl_kernel count, merge;    // merge: only BY_SECOND_KERNEL
    size_t global, local, merge_local;
    histogram_results results;
} rung_run;

static cl_program program_of(lesson *l, const histogram_rung *rung)
{
    cl_program *program = &l->programs[rung->program];
    if (!*program) *program = histogram_build(l->env, rung, &l->settings->sizes);
    return *program;
}

// Kernels, NDRange and buffers of a rung.
static rung_run prepare(lesson *l, const histogram_rung *rung)
{
    const ocl_env *env = l->env;
    const histogram_sizes *sizes = &l->settings->sizes;
    const cl_program program = program_of(l, rung);
    cl_int err;
    rung_run r = { .rung = rung };
    r.count = OCL_CREATE(clCreateKernel(program, rung->kernel, &err));
    r.local = histogram_local_size(rung, sizes, r.count, env->device);
    const size_t groups = histogram_groups(rung, sizes, env->device, r.local, l->n);
    r.global = groups * r.local;
    if (rung->merged_by == BY_SECOND_KERNEL) {
        r.merge = OCL_CREATE(clCreateKernel(program, "histogram_merge", &err));
        r.merge_local = histogram_merge_size(sizes, r.merge, env->device);
    }
    r.results = histogram_results_open(env, rung, groups, r.global);
    return r;
}

static void release(rung_run *r)
{
    histogram_results_close(&r->results);
    if (r->merge) OCL_CHECK(clReleaseKernel(r->merge));
    OCL_CHECK(clReleaseKernel(r->count));
}

static void set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
}

// The arguments of run i of those that are queued together.  Outputs come first; then the pixels,
// and how many there are.
static void set_arguments(const lesson *l, const rung_run *r, size_t i, cl_mem d_pixels)
{
    const histogram_rung *rung = r->rung;
    const cl_mem *d_results = r->results.d_results, *d_between = r->results.d_between;
    const cl_uint each = (cl_uint)histogram_each(rung, r->global, l->n);
    const cl_uint items = (cl_uint)r->global;
    cl_uint arg = 0;
    switch (rung->merged_by) {
    case BY_HOST:
        set_buffer(r->count, arg++, d_results[i]);
        if (rung->item_bytes)    // local memory
            OCL_CHECK(clSetKernelArg(r->count, arg++, r->local * rung->item_bytes, NULL));
        break;
    case BY_LAST_GROUP:
        set_buffer(r->count, arg++, d_results[i]);
        set_buffer(r->count, arg++, d_between[0]);    // the totals, for all runs
        break;
    case BY_EVERY_GROUP:
        set_buffer(r->count, arg++, d_results[i]);
        set_buffer(r->count, arg++, d_results[i + 1]);    // to be cleared for the next run
        break;
    case BY_SECOND_KERNEL:
        set_buffer(r->count, arg++, d_between[i]);
        set_buffer(r->merge, 0, d_results[i]);
        set_buffer(r->merge, 1, d_between[i]);
        OCL_CHECK(clSetKernelArg(r->merge, 2, sizeof items, &items));
        break;
    }
    set_buffer(r->count, arg++, d_pixels);
    OCL_CHECK(clSetKernelArg(r->count, arg++, sizeof l->n, &l->n));
    if (rung->told_pixels) OCL_CHECK(clSetKernelArg(r->count, arg, sizeof each, &each));
}

static void enqueue(const lesson *l, const rung_run *r, cl_event events[2])
{
    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, r->count, 1, NULL, &r->global, &r->local, 0, NULL,
                                     &events[0]));
    if (!r->merge) return;
    const size_t bins = HISTOGRAM_BINS;    // one work-item per bin
    OCL_CHECK(clEnqueueNDRangeKernel(queue, r->merge, 1, NULL, &bins, &r->merge_local, 0, NULL,
                                     &events[1]));
}

// A trial (trial.h) would wait for each run.  Here runs are queued together: a run of 15
// microseconds would take a tenth longer if the device waited for the host before it.  *d_last is
// the result of the last run.
static rung_runs time_runs(const lesson *l, const rung_run *r, size_t last, cl_mem *d_last)
{
    const cl_command_queue queue = l->env->queue;
    const size_t runs = last + 1, queued = r->results.queued;
    const size_t bytes = r->results.histograms * HISTOGRAM_BYTES;
    rung_runs told = { .times = { .runs = 0 } };
    for (size_t first = 0; first < runs; first += queued) {
        const size_t count = ocl_smaller(runs - first, queued);
        cl_event events[HISTOGRAM_QUEUED][2];
        histogram_results_poison(&r->results, queue, first);
        for (size_t i = 0; i < count; i++) {
            set_arguments(l, r, i, l->d_pictures[(first + i) % l->settings->copies]);
            enqueue(l, r, events[i]);
        }
        OCL_CHECK(clFinish(queue));

        for (size_t i = 0; i < count; i++) {
            if (r->merge)
                ocl_times_take_span(&told.times, first + i, events[i][0], events[i][1]);
            else
                ocl_times_take(&told.times, first + i, events[i][0]);
            *d_last = r->results.d_results[i];
            ocl_answers_add(&told.answers, queue, *d_last, bytes);
        }
    }
    return told;
}

// Run 0 warms up; run `last` gives the counts.
static rung_runs run_rung(lesson *l, const histogram_rung *rung, size_t last,
                          uint32_t counts[HISTOGRAM_BINS])
{
    rung_run r = prepare(l, rung);
    cl_mem d_last = NULL;
    const rung_runs told = time_runs(l, &r, last, &d_last);

    const size_t bytes = r.results.histograms * HISTOGRAM_BYTES;
    uint32_t *result = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_last, CL_TRUE, 0, bytes, result, 0, NULL, NULL));
    histogram_add_up(counts, result, r.results.histograms);
    free(result);
    release(&r);
    return told;
}

// How long the warm-up and one run take, from runs over a share of a large picture.
static double estimate_ns(lesson *l, const histogram_rung *rung)
{
    const cl_uint n = l->n, share = 1 << 20;
    if (n / share < 4) return 0.0;
    l->n = share;
    uint32_t counts[HISTOGRAM_BINS];
    const rung_runs told = run_rung(l, rung, 2, counts);
    l->n = n;
    return 2.0 * n / share * ocl_best_ns(&told.times);
}

static void climb(lesson *l, size_t r, size_t picture, const uint32_t ref[HISTOGRAM_BINS])
{
    const histogram_rung *rung = &HISTOGRAM_RUNGS[r];
    const double least_ns = estimate_ns(l, rung);
    if (!ocl_pace_allows(&l->pace, l->report, rung->name, least_ns)) return;
    const size_t last = ocl_pace_runs(&l->pace, l->report, rung->name, least_ns);
    uint32_t counts[HISTOGRAM_BINS];
    const rung_runs told = run_rung(l, rung, last, counts);

    char name[64];
    snprintf(name, sizeof name, "%s %s", l->settings->picture_names[picture], rung->name);
    const ocl_result right = ocl_verify_u32(name, counts, ref, HISTOGRAM_BINS);
    const ocl_result same = ocl_verify_answers(name, &told.answers);
    ocl_row row = { .name = name,
                    .times = &told.times,
                    .work = 4.0 * l->n,
                    .unit = "GB/s",
                    .limit = l->env->limits.read_gbs,
                    .result = ocl_result_both(right, same) };
    l->rates.gbs[picture][r] = row.work / ocl_median_ns(&told.times);
    ocl_judge_rate(l->env, &row);
    ocl_report_row(l->report, &row);
}

// All rungs count one picture.
static void count_picture(lesson *l, const ocl_picture *picture, size_t number)
{
    const ocl_env *env = l->env;
    l->n = picture->width * picture->height;
    uint32_t ref[HISTOGRAM_BINS];
    OCL_TIME_REFERENCE(l->report, histogram_ref(ref, picture->rgba, l->n));
    for (size_t i = 0; i < l->settings->copies; i++)
        l->d_pictures[i] = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof(cl_uint) * l->n, picture->rgba);

    for (size_t r = 0; r < HISTOGRAM_RUNG_COUNT; r++)
        if (histogram_wants(env, &HISTOGRAM_RUNGS[r])) climb(l, r, number, ref);

    for (size_t i = 0; i < l->settings->copies; i++)
        OCL_CHECK(clReleaseMemObject(l->d_pictures[i]));
}

int main(int argc, char **argv)
{
    const ladder_settings settings = ladder_parse(argc, argv);
    ocl_env env = ocl_open(&settings.options);
    lesson l = { .env = &env, .settings = &settings, .pace = ocl_pace_open(&env) };
    for (int r = 0; r < HISTOGRAM_RUNG_COUNT; r++)
        if (histogram_wants(&env, &HISTOGRAM_RUNGS[r])) l.pace.last = HISTOGRAM_RUNGS[r].name;

    for (size_t p = 0; p < settings.pictures; p++) {
        ocl_picture picture = ladder_picture(&env, &settings, p, &l.report);
        count_picture(&l, &picture, p);
        ocl_picture_free(&picture);
    }
    if (settings.options.output) ladder_draw(l.report, &env, &settings, &l.rates);

    for (int i = 0; i < HISTOGRAM_PROGRAMS; i++)
        if (l.programs[i]) OCL_CHECK(clReleaseProgram(l.programs[i]));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
