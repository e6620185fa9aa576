// SPDX-License-Identifier: MIT
//
// histogram_ladder - the histogram of chapter 3 made faster, one idea per rung.
//
// Shows   what makes a kernel with atomics fast: neighbours read neighbouring pixels; as many
//         work-groups as the device runs; work-items that rarely meet at one counter; several loads
//         in flight; results added up on the device.  A CPU needs another kernel.  Each rung is a
//         row of the table in histogram_ladder/rungs.c: its kernel, its work-groups, who merges
// Uses    clCreateKernel, clSetKernelArg between launches, clEnqueueNDRangeKernel for many runs
//         without a wait, clFinish, clEnqueueReadBuffer
// Try     histogram_ladder -n 7680x4320 -o rungs.png
//         histogram_ladder --local-memory 3K --loads 1 --groups 2
//         histogram_ladder --pictures 8    (a small picture no longer stays in the device's cache)

#include "histogram_ladder/chart.h"
#include "histogram_ladder/launch.h"

// The arguments that all runs share: result, between, pixels, n, in this order.
static void set_arguments(launch *l, cl_uint n)
{
    cl_uint arg =
        l->rung->merged_by == BY_HOST || l->merge ? 1 : 2;    // each run sets those before
    if (l->rung->item_bytes)                                  // local memory
        OCL_CHECK(clSetKernelArg(l->count, arg++, l->local * l->rung->item_bytes, NULL));
    l->pixels_index = arg++;    // each run sets it, too
    OCL_CHECK(clSetKernelArg(l->count, arg++, sizeof n, &n));
    if (l->rung->told_pixels) {
        const cl_uint each = (cl_uint)histogram_each(l->rung, l->global, n);
        OCL_CHECK(clSetKernelArg(l->count, arg, sizeof each, &each));
    }
    if (l->merge) {
        const cl_uint items = (cl_uint)l->global;
        OCL_CHECK(clSetKernelArg(l->merge, 2, sizeof items, &items));
    }
}

// Kernels, NDRange, buffers and arguments of a rung.
static launch prepare(const setting *ladder, const histogram_rung *rung)
{
    const ocl_env *env = ladder->env;
    const histogram_sizes *sizes = &ladder->settings->sizes;
    const cl_program program = ladder->programs[rung->program];
    cl_int err;
    launch l = { .rung = rung };
    l.count = OCL_CREATE(clCreateKernel(program, rung->kernel, &err));
    l.local = histogram_local_size(rung, sizes, l.count, env->device);
    const size_t groups = histogram_groups(rung, sizes, env->device, l.local, ladder->n);
    l.global = groups * l.local;

    l.results = histogram_results_open(env, rung, groups, l.global);
    if (rung->merged_by == BY_SECOND_KERNEL) {
        l.merge = OCL_CREATE(clCreateKernel(program, "histogram_merge", &err));
        l.merge_local = histogram_merge_size(sizes, l.merge, env->device);
    }
    set_arguments(&l, ladder->n);
    return l;
}

// One run, with result i: `count`, and `merge` if the rung has it.
static void enqueue(launch *l, cl_command_queue queue, size_t i, cl_mem d_pixels,
                    cl_event events[2])
{
    const histogram_merger by = l->rung->merged_by;
    const cl_mem *result = &l->results.d_results[i], *between = l->results.d_between;
    if (by == BY_EVERY_GROUP) between = result + 1;    // cleared for the next run
    if (l->merge) between += i;
    OCL_CHECK(clSetKernelArg(l->count, 0, sizeof(cl_mem), l->merge ? between : result));
    if (l->merge) OCL_CHECK(clSetKernelArg(l->merge, 0, sizeof(cl_mem), result));
    if (by != BY_HOST)
        OCL_CHECK(clSetKernelArg(l->merge ? l->merge : l->count, 1, sizeof(cl_mem), between));
    OCL_CHECK(clSetKernelArg(l->count, l->pixels_index, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->count, 1, NULL, &l->global, &l->local, 0, NULL,
                                     &events[0]));
    const size_t bins = HISTOGRAM_BINS;    // the NDRange of merge: a work-item per bin
    if (l->merge)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, l->merge, 1, NULL, &bins, &l->merge_local, 0, NULL,
                                         &events[1]));
}

// Runs are queued together: a run of 15 microseconds would take a tenth longer if the device waited
// for the host before it.  *d_last is the result of the last run.
static ocl_times time_runs(launch *l, const setting *ladder, size_t last, cl_mem *d_last)
{
    const cl_command_queue queue = ladder->env->queue;
    const size_t runs = last + 1, queued = l->results.queued;
    const size_t bytes = l->results.histograms * HISTOGRAM_BYTES;
    ocl_times times = { .runs = 0 };
    for (size_t first = 0; first < runs; first += queued) {
        const size_t count = runs - first < queued ? runs - first : queued;
        cl_event events[HISTOGRAM_QUEUED][2];
        histogram_results_poison(&l->results, queue, first);
        for (size_t i = 0; i < count; i++)
            enqueue(l, queue, i, ladder->d_pictures[(first + i) % ladder->settings->copies],
                    events[i]);
        OCL_CHECK(clFinish(queue));
        for (size_t i = 0; i < count; i++) {
            if (l->merge)
                ocl_times_take_span(&times, first + i, events[i][0], events[i][1]);
            else
                ocl_times_take(&times, first + i, events[i][0]);
            *d_last = l->results.d_results[i];
            ocl_answers_add(&times.answers, queue, *d_last, bytes);
        }
    }
    return times;
}

static ocl_times run_rung(const setting *ladder, const histogram_rung *rung, size_t last,
                          uint32_t counts[HISTOGRAM_BINS])
{
    launch l = prepare(ladder, rung);
    cl_mem d_last = NULL;
    const ocl_times times = time_runs(&l, ladder, last, &d_last);
    const size_t bytes = l.results.histograms * HISTOGRAM_BYTES;
    uint32_t *result = ocl_alloc(bytes);
    OCL_CHECK(
        clEnqueueReadBuffer(ladder->env->queue, d_last, CL_TRUE, 0, bytes, result, 0, NULL, NULL));
    histogram_add_up(counts, result, l.results.histograms);
    free(result);
    histogram_results_close(&l.results);
    if (l.merge) OCL_CHECK(clReleaseKernel(l.merge));
    OCL_CHECK(clReleaseKernel(l.count));
    return times;
}

// How long the warm-up and one run take, from runs over a share of a large picture.
static double estimate_ns(setting share, const histogram_rung *rung)
{
    const double shares = (double)share.n / (1 << 20);
    if (shares < 4.0) return 0.0;
    share.n = 1 << 20;
    uint32_t counts[HISTOGRAM_BINS];
    const ocl_times times = run_rung(&share, rung, 2, counts);
    return 2.0 * shares * ocl_best_ns(&times);
}

// All rungs count one picture; runs read its copies in turn.
static void climb(setting *ladder, const char *name, const uint8_t *rgba, ocl_report *report)
{
    const ocl_env *env = ladder->env;
    const double bytes = 4.0 * ladder->n, limit = ocl_device_limits(env).read_gbs;
    uint32_t counts[HISTOGRAM_BINS], ref[HISTOGRAM_BINS];
    OCL_TIME_REFERENCE(report, histogram_ref(ref, rgba, ladder->n));
    for (size_t i = 0; i < ladder->settings->copies; i++)
        ladder->d_pictures[i] = ocl_buffer(env, CL_MEM_READ_ONLY, (size_t)bytes, rgba);

    for (int r = 0; r < HISTOGRAM_RUNG_COUNT; r++) {
        if (!ocl_wants(env->options, HISTOGRAM_RUNGS[r].name)) continue;
        const histogram_rung *rung = &HISTOGRAM_RUNGS[r];
        const double least_ns = estimate_ns(*ladder, rung);
        if (!ocl_pace_allows(ladder->pace, report, rung->name, least_ns)) continue;
        const size_t last = ocl_pace_runs(ladder->pace, least_ns);
        const ocl_times times = run_rung(ladder, rung, last, counts);
        char row[64];
        snprintf(row, sizeof row, "%s %s", name, rung->name);
        const ocl_result result = ocl_verify_u32(row, counts, ref, HISTOGRAM_BINS);
        ocl_report_row(report, &(ocl_row){ .name = row,
                                           .times = &times,
                                           .work = bytes,
                                           .unit = "GB/s",
                                           .limit = limit,
                                           .result = result });
    }
    for (size_t i = 0; i < ladder->settings->copies; i++)
        OCL_CHECK(clReleaseMemObject(ladder->d_pictures[i]));
}

int main(int argc, char **argv)
{
    const ladder_settings settings = ladder_parse(argc, argv);
    ocl_env env = ocl_open(&settings.options);

    ocl_pace pace = ocl_pace_open(&env);
    setting ladder = { .env = &env, .pace = &pace, .settings = &settings };
    histogram_build(&env, &settings.sizes, ladder.programs);

    ocl_report *report = NULL;
    for (size_t p = 0; p < settings.pictures; p++) {
        ocl_picture picture = ladder_picture(&env, &settings, p, &report);
        ladder.n = picture.width * picture.height;
        climb(&ladder, settings.picture_names[p], picture.rgba, report);
        ocl_picture_free(&picture);
    }
    if (settings.options.output) ladder_draw(report, &settings);

    for (int i = 0; i < HISTOGRAM_PROGRAMS; i++)
        OCL_CHECK(clReleaseProgram(ladder.programs[i]));
    ocl_close(&env);
    return ocl_report_close(report);
}
