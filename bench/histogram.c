// SPDX-License-Identifier: MIT
//
// bench_histogram - the kernels of histogram beside OpenMP with four histograms a thread.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.  Times
// are the wall clock's, with the launch and the wait.  Noise is the common case; a constant picture makes
// every addition wait for the one before, or every work-item for the same counter.

#include "histogram_launch.h"

#include <omp.h>

enum { COPIES = 4, CONTENDERS = 4 };
static const ocl_pattern PATTERNS[] = { OCL_NOISE, OCL_CONSTANT };

// Warm-up before each run: OpenMP's threads, idle, spin for some milliseconds on cores that the device
// needs, and a system takes as long to spread threads that wake over the cores.
static const double WARM_NS = 30e6;

typedef struct {
    const char *name;           // "openmp", or a variant of histogram
    histogram_launch launch;    // for a variant
    ocl_times times;
    uint32_t counts[HISTOGRAM_BINS];
} contender;

static void count_serial(uint32_t counts[HISTOGRAM_BINS], const uint8_t *rgba, size_t n)
{
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + rgba[4 * i + c]]++;
}

// Neighbouring pixels count in different copies, so that an addition need not wait for the one before.
static void add_run(uint32_t counts[HISTOGRAM_BINS], const uint8_t *rgba, size_t n)
{
    uint32_t copies[COPIES][3][256] = { 0 };
    size_t i = 0;
    for (; i + COPIES <= n; i += COPIES)
        for (size_t k = 0; k < COPIES; k++)
            for (size_t c = 0; c < 3; c++)
                copies[k][c][rgba[4 * (i + k) + c]]++;
    for (; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            copies[0][c][rgba[4 * i + c]]++;
#pragma omp critical
    for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++)
        for (size_t k = 0; k < COPIES; k++)
            counts[bin] += copies[k][bin / 256][bin % 256];
}

static void count_openmp(uint32_t counts[HISTOGRAM_BINS], const uint8_t *rgba, size_t n)
{
    memset(counts, 0, HISTOGRAM_BYTES);
#pragma omp parallel
    {
        size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        size_t begin = n * thread / threads, end = n * (thread + 1) / threads;
        add_run(counts, rgba + 4 * begin, end - begin);
    }
}

// One run, from call to answer (OpenMP) or from launch to the end of the wait (OpenCL).
static double run_ns(contender *who, const ocl_env *env, const ocl_image *image)
{
    double begin = ocl_wall_ns();
    if (!who->launch.count) {
        count_openmp(who->counts, image->rgba, (size_t)image->width * image->height);
        return ocl_wall_ns() - begin;
    }
    cl_event first, last;
    histogram_enqueue(&who->launch, env->queue, &first, &last);
    OCL_CHECK(clFinish(env->queue));
    double ns = ocl_wall_ns() - begin;
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

// A run after enough others of its kind.
static double steady_ns(contender *who, const ocl_env *env, const ocl_image *image)
{
    double begin = ocl_wall_ns();
    do
        run_ns(who, env, image);
    while (ocl_wall_ns() - begin < WARM_NS);
    return run_ns(who, env, image);
}

static void bench_pattern(const histogram_job *job, const ocl_image *image, const char *pattern,
                          ocl_report *report)
{
    const ocl_options *opt = job->env->options;
    contender all[CONTENDERS] = { { .name = "openmp" } };
    size_t count = 1;
    for (int v = 0; HISTOGRAM_VARIANTS[v]; v++)
        if (ocl_wants(opt, HISTOGRAM_VARIANTS[v]))
            all[count++] = (contender){ .name = HISTOGRAM_VARIANTS[v],
                                        .launch = histogram_prepare(job, HISTOGRAM_VARIANTS[v]) };

    for (size_t round = 0; round <= opt->repeat; round++)
        for (size_t i = 0; i < count; i++) {
            double ns = steady_ns(&all[i], job->env, image);
            if (round > 0) ocl_times_add(&all[i].times, ns);
        }

    uint32_t ref[HISTOGRAM_BINS];
    count_serial(ref, image->rgba, job->n);
    const double limit = ocl_device_limits(job->env).read_gbs;
    json_t *speed = json_object();
    json_object_set_new(ocl_report_details(report), pattern, speed);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) histogram_read(&all[i].launch, job->env->queue, all[i].counts);
        char name[64];
        snprintf(name, sizeof name, "%s %s", pattern, all[i].name);
        ocl_check check = ocl_verify_u32(name, all[i].counts, ref, HISTOGRAM_BINS);
        ocl_report_row(report, &(ocl_row){ name, &all[i].times, 4.0 * job->n, "GB/s",
                                           i > 0 ? limit : 0.0, check });
        if (i == 0) continue;
        double ratio = ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times);
        json_object_set_new(speed, all[i].name, json_real(ratio));
        histogram_release(&all[i].launch);
    }
}

// What --json has under "details".
static void print_speed(ocl_report *report, size_t rounds)
{
    ocl_report_print(report, "\nspeed against openmp, medians of %zu\n", rounds);
    const char *pattern, *name;
    json_t *speeds, *speed;
    json_object_foreach(ocl_report_details(report), pattern, speeds)
        json_object_foreach(speeds, name, speed)
            ocl_report_print(report, "%-10s %-16s %.3f\n", pattern, name, json_real_value(speed));
}

int main(int argc, char **argv)
{
    const ocl_program about = { .name = "bench_histogram",
                                .summary = "histogram's kernels beside OpenMP, on two pictures.",
                                .accepts = "dnrVks",
                                .size_help = "pixels of the pictures",
                                .extents = 2,
                                .variants = HISTOGRAM_VARIANTS };
    const ocl_options defaults = { .n = { 3840, 2160 }, .repeat = 21, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double pixels = (double)opt.n[0] * (double)opt.n[1];
    if (pixels > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--size: too many for 32-bit counters");
    ocl_require_memory(env.device, 4.0 * pixels, 4.0 * pixels, 4.0 * pixels);
    const size_t bytes = 4 * opt.n[0] * opt.n[1];
    cl_int err;
    histogram_job job = histogram_defaults();
    job.env = &env;
    job.n = (cl_uint)pixels;
    job.program = histogram_build(&job, "histogram.cl");
    job.d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    for (size_t p = 0; p < sizeof PATTERNS / sizeof PATTERNS[0]; p++) {
        ocl_image image;
        ocl_message why;
        if (!ocl_image_pattern(&image, PATTERNS[p], opt.n[0], opt.n[1], opt.seed, &why))
            ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        OCL_CHECK(clEnqueueWriteBuffer(env.queue, job.d_pixels, CL_TRUE, 0, bytes, image.rgba, 0,
                                       NULL, NULL));
        bench_pattern(&job, &image, OCL_PATTERNS[PATTERNS[p]], report);
        ocl_image_free(&image);
    }
    print_speed(report, opt.repeat);

    OCL_CHECK(clReleaseMemObject(job.d_pixels));
    OCL_CHECK(clReleaseProgram(job.program));
    ocl_close(&env);
    return ocl_report_close(report);
}
