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

typedef struct {
    const ocl_env *env;
    const ladder_settings *settings;
    cl_program programs[HISTOGRAM_PROGRAMS];
    cl_mem d_pictures[MAX_COPIES];    // the same picture of n pixels
    cl_uint n;
} setting;

// What the runs of one rung need.  merge: only BY_SECOND_KERNEL; d_between: not BY_HOST.
typedef struct {
    const histogram_rung *rung;
    cl_kernel count, merge;
    size_t global, local, merge_local;
    size_t histograms;    // in d_result
    cl_mem d_result, d_between;
    cl_uint pixels_index;    // of the argument `pixels`
} launch;

// The arguments that all runs share: result, between, pixels, n, in this order.
static void set_arguments(launch *l, cl_uint n)
{
    cl_uint arg = 0;
    if (!l->merge) OCL_CHECK(clSetKernelArg(l->count, arg++, sizeof(cl_mem), &l->d_result));
    if (l->d_between) OCL_CHECK(clSetKernelArg(l->count, arg++, sizeof(cl_mem), &l->d_between));
    if (l->rung->item_bytes)    // local memory
        OCL_CHECK(clSetKernelArg(l->count, arg++, l->local * l->rung->item_bytes, NULL));
    l->pixels_index = arg++;    // each run sets it
    OCL_CHECK(clSetKernelArg(l->count, arg++, sizeof n, &n));
    if (l->rung->told_pixels) {
        const cl_uint each = (cl_uint)histogram_each(l->rung, l->global, n);
        OCL_CHECK(clSetKernelArg(l->count, arg, sizeof each, &each));
    }
    if (l->merge) {
        const cl_uint items = (cl_uint)l->global;
        OCL_CHECK(clSetKernelArg(l->merge, 0, sizeof(cl_mem), &l->d_result));
        OCL_CHECK(clSetKernelArg(l->merge, 1, sizeof(cl_mem), &l->d_between));
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

    l.histograms = rung->merged_by == BY_HOST ? groups : 1;
    l.d_result = histogram_buffer(env, l.histograms, HISTOGRAM_POISON);
    if (rung->merged_by == BY_LAST_GROUP || rung->merged_by == BY_EVERY_GROUP)
        l.d_between = histogram_buffer(env, 2, 0);    // totals and finished groups; next result
    if (rung->merged_by == BY_SECOND_KERNEL) {
        l.d_between = histogram_buffer(env, l.global, HISTOGRAM_POISON);    // one per work-item
        l.merge = OCL_CREATE(clCreateKernel(program, "histogram_merge", &err));
        l.merge_local = histogram_merge_size(sizes, l.merge, env->device);
    }
    set_arguments(&l, ladder->n);
    return l;
}

// One run: `count`, and `merge` if the rung has it.
static void enqueue(launch *l, cl_command_queue queue, cl_mem d_pixels, cl_event events[2])
{
    if (l->rung->merged_by == BY_EVERY_GROUP) {    // the run before has cleared d_between
        const cl_mem d_cleared = l->d_between;
        l->d_between = l->d_result;
        l->d_result = d_cleared;
        OCL_CHECK(clSetKernelArg(l->count, 0, sizeof(cl_mem), &l->d_result));
        OCL_CHECK(clSetKernelArg(l->count, 1, sizeof(cl_mem), &l->d_between));
    }
    OCL_CHECK(clSetKernelArg(l->count, l->pixels_index, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->count, 1, NULL, &l->global, &l->local, 0, NULL,
                                     &events[0]));
    const size_t bins = HISTOGRAM_BINS;    // the NDRange of merge: a work-item per bin
    if (l->merge)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, l->merge, 1, NULL, &bins, &l->merge_local, 0, NULL,
                                         &events[1]));
}

// All runs are queued at once: a run of 15 microseconds would take a tenth longer if the device
// waited for the host before it.  Only the last result is compared: its buffer is poisoned before
// (written, not filled: to Oclgrind a filled buffer was never written).
static ocl_times time_runs(launch *l, const setting *ladder)
{
    const cl_command_queue queue = ladder->env->queue;
    const size_t last = ladder->env->options->repeat;
    const bool cleared = l->rung->merged_by == BY_EVERY_GROUP;    // by the run before
    const size_t bytes = l->histograms * HISTOGRAM_BYTES;
    void *poison = memset(ocl_alloc(bytes), HISTOGRAM_POISON, bytes);
    cl_event(*events)[2] = ocl_alloc((last + 1) * sizeof *events);
    for (size_t run = 0; run <= last; run++) {
        if (run + cleared == last)
            OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_result, CL_FALSE, 0, bytes, poison, 0, NULL,
                                           NULL));
        enqueue(l, queue, ladder->d_pictures[run % ladder->settings->copies], events[run]);
    }
    OCL_CHECK(clFinish(queue));
    free(poison);

    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= last; run++)
        if (l->merge)
            ocl_times_take_span(&times, run, events[run][0], events[run][1]);
        else
            ocl_times_take(&times, run, events[run][0]);
    free(events);
    return times;
}

static void read_and_release(launch *l, cl_command_queue queue, uint32_t counts[HISTOGRAM_BINS])
{
    const size_t bytes = l->histograms * HISTOGRAM_BYTES;
    uint32_t *result = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_result, CL_TRUE, 0, bytes, result, 0, NULL, NULL));
    histogram_add_up(counts, result, l->histograms);
    free(result);
    if (l->d_between) OCL_CHECK(clReleaseMemObject(l->d_between));
    OCL_CHECK(clReleaseMemObject(l->d_result));
    if (l->merge) OCL_CHECK(clReleaseKernel(l->merge));
    OCL_CHECK(clReleaseKernel(l->count));
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
        launch l = prepare(ladder, &HISTOGRAM_RUNGS[r]);
        const ocl_times times = time_runs(&l, ladder);
        read_and_release(&l, env->queue, counts);

        char row[64];
        snprintf(row, sizeof row, "%s %s", name, l.rung->name);
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

    setting ladder = { .env = &env, .settings = &settings };
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
