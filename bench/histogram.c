// SPDX-License-Identifier: MIT
//
// bench_histogram - the kernels of histogram beside OpenMP with four histograms a thread; on a GPU, beside CUB.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.  Against
// OpenMP times are the wall clock's, with the launch and the wait.  Against CUB the GPU's stamps count, of runs
// back to back, from the end of the first to that of the last, on copies of the picture that it reads in turn.
// Noise is the common case; a constant picture makes every addition wait for the one before, or every work-item
// for the same counter.

#include "histogram_cub.h"
#include "shared/histogram_launch.h"

#include <omp.h>

enum { COPIES = 4, CONTENDERS = 4, BACK_TO_BACK = 20 };
enum { MAX_CUB_PIXELS = 1 << 29 };    // it counts their bytes in 32 bits

// Copies of the picture, at most, and the bytes that are enough.
enum { MAX_PICTURES = 10, PICTURE_BYTES = 300000000 };

static const ocl_pattern PATTERNS[] = { OCL_NOISE, OCL_CONSTANT };

// Warm-up before each run: OpenMP's threads, idle, spin for some milliseconds on cores that the device
// needs, and a system takes as long to spread threads that wake over the cores.
static const double WARM_NS = 30e6;

typedef struct {
    const histogram_job *job;
    ocl_picture image;
    cl_mem d_pictures[MAX_PICTURES];    // all the same
    size_t pictures, runs;
    histogram_cub *cub;    // NULL: against OpenMP
} bench;

typedef struct contender {
    const char *name;
    double (*run_ns)(struct contender *who, bench *b);    // one run, or the mean of several
    histogram_launch launch;                              // of a variant of histogram
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

static double run_openmp(contender *who, bench *b)
{
    const double begin = ocl_wall_ns();
    count_openmp(who->counts, b->image.rgba, b->job->n);
    return ocl_wall_ns() - begin;
}

// *done, unless it is NULL, is for the caller to release.
static void enqueue(contender *who, bench *b, cl_event *done)
{
    cl_event first;
    histogram_set_pixels(&who->launch, b->d_pictures[b->runs++ % b->pictures]);
    histogram_enqueue(&who->launch, b->job->env->queue, done ? &first : NULL, done);
    if (done) OCL_CHECK(clReleaseEvent(first));
}

static double run_launch(contender *who, bench *b)
{
    const double begin = ocl_wall_ns();
    enqueue(who, b, NULL);
    OCL_CHECK(clFinish(b->job->env->queue));
    return ocl_wall_ns() - begin;
}

static double run_queued(contender *who, bench *b)
{
    for (size_t i = 1; i < b->pictures; i++)    // with each, since another contender had the device
        enqueue(who, b, NULL);
    cl_event first, last;
    enqueue(who, b, &first);
    for (int i = 1; i < BACK_TO_BACK; i++)
        enqueue(who, b, NULL);
    enqueue(who, b, &last);
    const cl_ulong begin = ocl_event_stamps(first).ended;
    const double ns = ocl_ns_between(begin, ocl_event_stamps(last).ended) / BACK_TO_BACK;
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

#ifdef OCL_HAVE_CUB
static double run_cub(contender *who, bench *b)
{
    (void)who;
    return histogram_cub_ns(b->cub, BACK_TO_BACK);
}
#endif

// A run after enough others of its kind.
static double steady_ns(contender *who, bench *b)
{
    if (b->cub) return who->run_ns(who, b);
    const double begin = ocl_wall_ns();
    do
        who->run_ns(who, b);
    while (ocl_wall_ns() - begin < WARM_NS);
    return who->run_ns(who, b);
}

// The others are compared with it.
static contender first_contender(const bench *b)
{
#ifdef OCL_HAVE_CUB
    if (b->cub) return (contender){ .name = "cub", .run_ns = run_cub };
#endif
    (void)b;
    return (contender){ .name = "openmp", .run_ns = run_openmp };
}

static void read_counts(contender *who, const bench *b)
{
    if (who->launch.count) histogram_read(&who->launch, b->job->env->queue, who->counts);
#ifdef OCL_HAVE_CUB
    else if (b->cub)
        histogram_cub_read(b->cub, who->counts);
#endif
}

static void bench_pattern(bench *b, const char *pattern, ocl_report *report)
{
    const histogram_job *job = b->job;
    const ocl_options *opt = job->env->options;
    contender all[CONTENDERS] = { first_contender(b) };
    size_t count = 1;
    for (int v = 0; HISTOGRAM_VARIANTS[v]; v++)
        if (ocl_wants(opt, HISTOGRAM_VARIANTS[v]))
            all[count++] = (contender){ .name = HISTOGRAM_VARIANTS[v],
                                        .run_ns = b->cub ? run_queued : run_launch,
                                        .launch = histogram_prepare(job, HISTOGRAM_VARIANTS[v]) };

    for (size_t round = 0; round <= opt->repeat; round++)
        for (size_t i = 0; i < count; i++) {
            const double ns = steady_ns(&all[i], b);
            if (round > 0) ocl_times_add(&all[i].times, ns);
        }

    uint32_t ref[HISTOGRAM_BINS];
    count_serial(ref, b->image.rgba, job->n);
    const double limit = ocl_device_limits(job->env).read_gbs;
    json_t *speed = json_object(), *against = json_object();
    json_object_set_new(ocl_report_details(report), pattern, against);
    json_object_set_new(against, all[0].name, speed);
    for (size_t i = 0; i < count; i++) {
        read_counts(&all[i], b);
        char name[64];
        snprintf(name, sizeof name, "%s %s", pattern, all[i].name);
        const ocl_result check = ocl_verify_u32(name, all[i].counts, ref, HISTOGRAM_BINS);
        ocl_report_row(report, &(ocl_row){ name, &all[i].times, 4.0 * job->n, "GB/s",
                                           i > 0 || b->cub ? limit : 0.0, check });
        if (i == 0) continue;
        const double ratio = ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times);
        json_object_set_new(speed, all[i].name, json_real(ratio));
        histogram_release(&all[i].launch);
    }
}

static bench bench_open(histogram_job *job, ocl_pattern pattern)
{
    const ocl_env *env = job->env;
    const ocl_options *opt = env->options;
    bench b = { .job = job, .pictures = 1 };
    ocl_message why;
    if (!ocl_picture_pattern(&b.image, pattern,
                             (ocl_pattern_size){ opt->n[0], opt->n[1], opt->seed }, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t bytes = 4 * (size_t)job->n;
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env->device)) {
        const size_t enough = PICTURE_BYTES / bytes + 1;
        b.pictures = enough < MAX_PICTURES ? enough : MAX_PICTURES;
        ocl_require_memory(env->device, (double)bytes, 2.0 * (double)(bytes * b.pictures),
                           (double)bytes);
        b.cub = histogram_cub_open(b.image.rgba, job->n, b.pictures);
    }
#endif
    for (size_t i = 0; i < b.pictures; i++)
        b.d_pictures[i] = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, b.image.rgba);
    job->d_pixels = b.d_pictures[0];
    return b;
}

static void bench_close(bench *b)
{
    for (size_t i = 0; i < b->pictures; i++)
        OCL_CHECK(clReleaseMemObject(b->d_pictures[i]));
#ifdef OCL_HAVE_CUB
    if (b->cub) histogram_cub_close(b->cub);
#endif
    ocl_picture_free(&b->image);
}

// What --json has under "details".
static void print_speed(ocl_report *report, size_t rounds)
{
    ocl_report_print(report, "\nspeed, medians of %zu\n", rounds);
    const char *pattern, *against, *name;
    json_t *peers, *speeds, *speed;
    json_object_foreach(ocl_report_details(report), pattern, peers)
        json_object_foreach(peers, against, speeds) json_object_foreach(speeds, name, speed)
            ocl_report_print(report, "%-10s %-16s %.3f of %s\n", pattern, name,
                             json_real_value(speed), against);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_histogram",
                              .summary =
                                  "histogram's kernels beside OpenMP, or CUB, on two pictures.",
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
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env.device) && pixels >= MAX_CUB_PIXELS)
        ocl_exit(OCL_EXIT_USAGE, "--size: CUB takes fewer than %d pixels", MAX_CUB_PIXELS);
#endif
    histogram_job job = histogram_defaults();
    job.env = &env;
    job.n = (cl_uint)pixels;
    job.program = histogram_build(&job, "histogram.cl");

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    for (size_t p = 0; p < sizeof PATTERNS / sizeof PATTERNS[0]; p++) {
        bench b = bench_open(&job, PATTERNS[p]);
        bench_pattern(&b, OCL_PATTERNS[PATTERNS[p]], report);
        bench_close(&b);
    }
    print_speed(report, opt.repeat);

    OCL_CHECK(clReleaseProgram(job.program));
    ocl_close(&env);
    return ocl_report_close(report);
}
