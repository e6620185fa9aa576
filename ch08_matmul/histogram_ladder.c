// SPDX-License-Identifier: MIT
//
// histogram_ladder - the histogram of chapter 3, rung by rung, from the first kernel to the limit.
//
// Shows   what makes a kernel with atomics fast: neighbours that read neighbours, work that fits the device,
//         counters that nobody waits for, loads in flight, results that are merged where they are; and that a
//         CPU wants another kernel.  Pictures of four kinds, since it is contention that decides
// Uses    CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_LOCAL_MEM_SIZE, CL_KERNEL_WORK_GROUP_SIZE; clSetKernelArg
//         between launches
// Try     histogram_ladder -n 7680x4320 -o rungs.png; --local-memory 3K; --loads 1, 2, 8; --groups 1;
//         --pictures 8, which leaves nothing of a small picture in the device's cache

#include "histogram_ladder/rungs.h"

enum { PICTURES = 4, ALL = PICTURES, MAX_COPIES = 64, MAX_LOADS = 16 };
static const char *const PATTERNS[] = { "noise", "gradient", "constant", "photo", "all", NULL };
static const ocl_colour COLOURS[] = {
    { 214, 39, 40 }, { 44, 160, 44 }, { 31, 119, 180 }, { 148, 103, 189 }
};

// What all pictures have in common.
typedef struct {
    histogram_job job;
    size_t copies;                                 // of a picture, which runs read in turn
    ocl_report *report;                            // NULL at first
    double gbs[PICTURES][HISTOGRAM_RUNG_COUNT];    // for the chart
} histogram_ladder;

// The picture has less than 2^32 pixels: no counter can wrap.
static void histogram_ladder_ref(uint32_t counts[HISTOGRAM_BINS], const ocl_picture *image)
{
    const size_t n = (size_t)image->width * image->height;
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + image->rgba[4 * i + c]]++;
}

// The runs of one rung, queued all at once: the device goes from one to the next without waiting for the host, which
// is a tenth of a run of 15 microseconds.  The last one, whose result is compared, finds poison in what the runs
// before it left.
static ocl_times time_rung(const histogram_ladder *ladder, histogram_launch *launch,
                           const cl_mem *d_copies)
{
    const ocl_env *env = ladder->job.env;
    const size_t last = env->options->repeat;
    const size_t result_bytes = launch->histograms * HISTOGRAM_BYTES;
    void *poison = ocl_alloc(result_bytes);
    struct {
        cl_event first, last;
    } *runs = ocl_alloc((last + 1) * sizeof *runs);
    for (size_t run = 0; run <= last; run++) {
        if (run + launch->relay == last)    // with relay it is for the run before to clear
            OCL_CHECK(clEnqueueWriteBuffer(env->queue, launch->d_histograms, CL_FALSE, 0,
                                           result_bytes, poison, 0, NULL, NULL));
        histogram_set_pixels(launch, d_copies[run % ladder->copies]);
        histogram_enqueue(launch, env->queue, &runs[run].first, &runs[run].last);
    }
    OCL_CHECK(clFinish(env->queue));

    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= last; run++) {
        if (run > 0) ocl_times_add(&times, ocl_event_ns(runs[run].first, runs[run].last));
        OCL_CHECK(clReleaseEvent(runs[run].last));
        OCL_CHECK(clReleaseEvent(runs[run].first));
    }
    free(runs);
    free(poison);
    return times;
}

static void climb(histogram_ladder *ladder, size_t pattern)
{
    const ocl_env *env = ladder->job.env;
    ocl_picture image = ocl_input_picture(env, pattern, NULL);
    if (!ladder->report) {    // not before the picture is there
        ladder->report = ocl_report_open(env->options, env->device);
        ocl_report_count(ladder->report, "width", image.width);
        ocl_report_count(ladder->report, "height", image.height);
    }
    const size_t n = (size_t)image.width * image.height, bytes = 4 * n;
    ocl_require_memory(env->device, (double)bytes, (double)bytes * (double)ladder->copies,
                       (double)bytes);
    uint32_t counts[HISTOGRAM_BINS], ref[HISTOGRAM_BINS];
    const double begin = ocl_wall_ns();
    histogram_ladder_ref(ref, &image);
    ocl_report_reference(ladder->report, ocl_wall_ns() - begin);

    cl_mem d_copies[MAX_COPIES];
    for (size_t i = 0; i < ladder->copies; i++)
        d_copies[i] = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, image.rgba);
    ladder->job.d_pixels = d_copies[0];
    ladder->job.n = (cl_uint)n;

    const double limit = ocl_device_limits(env).read_gbs;
    for (int rung = 0; HISTOGRAM_RUNGS[rung]; rung++) {
        if (!ocl_wants(env->options, HISTOGRAM_RUNGS[rung])) continue;
        histogram_launch launch = histogram_prepare_rung(&ladder->job, rung);
        const ocl_times times = time_rung(ladder, &launch, d_copies);
        histogram_read(&launch, env->queue, counts);

        char name[64];
        snprintf(name, sizeof name, "%s %s", env->options->input ? "picture" : PATTERNS[pattern],
                 HISTOGRAM_RUNGS[rung]);
        const ocl_result check = ocl_verify_u32(name, counts, ref, HISTOGRAM_BINS);
        ocl_report_row(ladder->report,
                       &(ocl_row){ name, &times, (double)bytes, "GB/s", limit, check });
        ladder->gbs[pattern][rung] = (double)bytes / ocl_median_ns(&times);
        histogram_release(&launch);
    }
    for (size_t i = 0; i < ladder->copies; i++)
        OCL_CHECK(clReleaseMemObject(d_copies[i]));
    ocl_picture_free(&image);
}

// A group of bars a rung, a bar a picture.
static void draw(const histogram_ladder *ladder, size_t first, size_t end, const char *path)
{
    const bool input = ladder->job.env->options->input;
    ocl_series series[PICTURES];
    for (size_t p = first; p < end; p++)
        series[p] = (ocl_series){ .label = input ? "picture" : PATTERNS[p],
                                  .y = ladder->gbs[p],
                                  .count = HISTOGRAM_RUNG_COUNT,
                                  .colour = COLOURS[p] };
    const ocl_chart chart = { .y_label = "GB/s",
                              .series = series + first,
                              .series_count = end - first,
                              .log_y = true,
                              .names = HISTOGRAM_RUNGS };
    ocl_output_bars(&chart, path);
}

int main(int argc, char **argv)
{
    size_t pattern = ALL;
    histogram_ladder ladder = { .job = histogram_defaults(), .copies = 1 };
    histogram_job *job = &ladder.job;
    const ocl_option own[] = {
        { 'p', "pattern", OCL_CHOICE, &pattern, "NAME", "of the pictures that are made", PATTERNS },
        { 0, "pictures", OCL_COUNT, &ladder.copies, "N", "copies of it, read in turn, 64 at most",
          NULL },
        { 0, "local-memory", OCL_COUNT, &job->local_memory, "N", "bytes a work-group at most",
          NULL },
        { 0, "local-size", OCL_COUNT, &job->local_size, "N", "work-items a work-group at most",
          NULL },
        { 0, "groups", OCL_COUNT, &job->groups, "N", "work-groups a compute unit, from in_flight",
          NULL },
        { 0, "loads", OCL_COUNT, &job->loads, "N", "16-byte loads in flight, from in_flight",
          NULL },
        { 0 },
    };
    const ocl_about about = { .name = "histogram_ladder",
                              .summary = "Counts colours, faster from rung to rung.",
                              .accepts = "dniorVks",
                              .size_help = "pixels of the pictures",
                              .extents = 2,
                              .variants = HISTOGRAM_RUNGS,
                              .own = own };
    const ocl_options defaults = { .n = { 1919, 1081 }, .repeat = 10, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (ladder.copies > MAX_COPIES) ocl_exit(OCL_EXIT_USAGE, "--pictures: at most %d", MAX_COPIES);
    if (job->loads > MAX_LOADS) ocl_exit(OCL_EXIT_USAGE, "--loads: at most %d", MAX_LOADS);
    if (!opt.input) opt.size_given = true;    // made, if only in the default size
    ocl_env env = ocl_open(&opt);
    job->env = &env;
    job->program = histogram_build(job, "histogram_ladder.cl");

    const size_t first = pattern == ALL ? 0 : pattern;
    const size_t end = pattern == ALL && !opt.input ? PICTURES : first + 1;
    for (size_t p = first; p < end; p++)
        climb(&ladder, p);
    if (opt.output) draw(&ladder, first, end, opt.output);

    OCL_CHECK(clReleaseProgram(job->program));
    ocl_close(&env);
    return ocl_report_close(ladder.report);
}
