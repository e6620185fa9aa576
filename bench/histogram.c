// SPDX-License-Identifier: MIT
//
// bench_histogram - rungs of histogram_ladder beside OpenMP; on a GPU, beside CUB.
//
// Against OpenMP, the host's clock counts, with launch and wait.  Against CUB, the GPU's clock
// counts: runs follow each other back to back and read copies of the picture in turn.  Noise is the
// common case.  A constant picture is the hard one: every addition waits for the one before, or
// every work-item for the same counter.

#include "contest.h"
#include "histogram_cub.h"
#include "histogram_ladder/rungs.h"
#include "timed.h"

#include <omp.h>

enum { COPIES = 4, RUNGS = 3, BACK_TO_BACK = 20 };
enum { MAX_CUB_PIXELS = 1 << 29 };    // CUB counts their bytes in 32 bits

// Copies of the picture: at most MAX_PICTURES, and no more than make PICTURE_BYTES.
enum { MAX_PICTURES = 10, PICTURE_BYTES = 300000000 };

static const ocl_pattern PATTERNS[] = { OCL_NOISE, OCL_CONSTANT };
enum { PATTERN_COUNT = sizeof PATTERNS / sizeof PATTERNS[0] };

static const char *const VARIANTS[RUNGS + 1] = { "per_item", "merged_atomic", "private_runs",
                                                 NULL };

typedef struct {
    const ocl_env *env;
    ocl_picture picture;
    cl_uint n;
    cl_mem d_pictures[MAX_PICTURES];    // all the same
    size_t pictures, runs;
    histogram_cub *cub;                                      // NULL: against OpenMP
    uint32_t counts[HISTOGRAM_BINS], ref[HISTOGRAM_BINS];    // of the last run; what they must be
} bench;

// A rung of histogram_ladder.
typedef struct {
    bench *bench;
    const histogram_rung *rung;
    cl_program program;
    cl_kernel count, merge;
    size_t global, local, merge_local, histograms;
    cl_mem d_result, d_between;
} contender;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_u32(name, b->counts, b->ref, HISTOGRAM_BINS);
}

// --- OpenMP

// Neighbouring pixels count in different copies, so that an addition need not wait for the one
// before.
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

static void run_openmp(void *what)
{
    bench *b = what;
    const uint8_t *rgba = b->picture.rgba;
    const size_t n = b->n;
    memset(b->counts, 0, HISTOGRAM_BYTES);
#pragma omp parallel
    {
        size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        size_t first = n * thread / threads, end = n * (thread + 1) / threads;
        add_run(b->counts, rgba + 4 * first, end - first);
    }
}

// --- the rungs, launched as histogram_ladder.c explains

static cl_kernel make_kernel(const contender *who, const char *name)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(who->program, name, &err));
    return kernel;
}

static void prepare(contender *who)
{
    const ocl_env *env = who->bench->env;
    const histogram_rung *rung = who->rung;
    const cl_uint n = who->bench->n;
    who->program = histogram_build(env, rung, &HISTOGRAM_SIZES);
    who->count = make_kernel(who, rung->kernel);
    who->local = histogram_local_size(rung, &HISTOGRAM_SIZES, who->count, env->device);
    const size_t groups = histogram_groups(rung, &HISTOGRAM_SIZES, env->device, who->local, n);
    who->global = groups * who->local;
    who->histograms = rung->merged_by == BY_HOST ? groups : 1;
    who->d_result = histogram_buffer(env, who->histograms, 0);
    if (rung->merged_by == BY_HOST)    // per_item: counters in local memory
        OCL_CHECK(clSetKernelArg(who->count, 1, who->local * rung->item_bytes, NULL));
    if (rung->merged_by == BY_EVERY_GROUP) who->d_between = histogram_buffer(env, 1, 0);
    if (rung->merged_by == BY_SECOND_KERNEL) {
        const cl_uint items = (cl_uint)who->global;
        who->d_between = histogram_buffer(env, who->global, 0);
        who->merge = make_kernel(who, "histogram_merge");
        who->merge_local = histogram_merge_size(&HISTOGRAM_SIZES, who->merge, env->device);
        OCL_CHECK(clSetKernelArg(who->count, 0, sizeof(cl_mem), &who->d_between));
        OCL_CHECK(clSetKernelArg(who->merge, 0, sizeof(cl_mem), &who->d_result));
        OCL_CHECK(clSetKernelArg(who->merge, 1, sizeof(cl_mem), &who->d_between));
        OCL_CHECK(clSetKernelArg(who->merge, 2, sizeof items, &items));
    }
    OCL_CHECK(clSetKernelArg(who->count, who->merge ? 2 : 3, sizeof n, &n));
}

// One run on the next copy of the picture.
static void enqueue(void *what, cl_event *done)
{
    contender *who = what;
    bench *b = who->bench;
    if (who->rung->merged_by == BY_EVERY_GROUP) {    // the run before has cleared d_between
        const cl_mem d_cleared = who->d_between;
        who->d_between = who->d_result;
        who->d_result = d_cleared;
        OCL_CHECK(clSetKernelArg(who->count, 1, sizeof(cl_mem), &who->d_between));
    }
    if (!who->merge) OCL_CHECK(clSetKernelArg(who->count, 0, sizeof(cl_mem), &who->d_result));
    const cl_mem d_pixels = b->d_pictures[b->runs++ % b->pictures];
    OCL_CHECK(clSetKernelArg(who->count, who->merge ? 1 : 2, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clEnqueueNDRangeKernel(b->env->queue, who->count, 1, NULL, &who->global, &who->local,
                                     0, NULL, who->merge ? NULL : done));
    const size_t bins = HISTOGRAM_BINS;
    if (who->merge)
        OCL_CHECK(clEnqueueNDRangeKernel(b->env->queue, who->merge, 1, NULL, &bins,
                                         &who->merge_local, 0, NULL, done));
}

static double run_rung(void *what)
{
    const bench *b = ((const contender *)what)->bench;
    if (!b->cub) return timed_alone_ns(b->env->queue, enqueue, what);
    return timed_queued_ns(enqueue, what, b->pictures - 1, BACK_TO_BACK);
}

static ocl_result check_rung(void *what, const char *name)
{
    const contender *who = what;
    bench *b = who->bench;
    const size_t bytes = who->histograms * HISTOGRAM_BYTES;
    uint32_t *result = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, who->d_result, CL_TRUE, 0, bytes, result, 0, NULL,
                                  NULL));
    histogram_add_up(b->counts, result, who->histograms);
    free(result);
    return check(b, name);
}

static void release(contender *who)
{
    if (who->d_between) OCL_CHECK(clReleaseMemObject(who->d_between));
    OCL_CHECK(clReleaseMemObject(who->d_result));
    if (who->merge) OCL_CHECK(clReleaseKernel(who->merge));
    OCL_CHECK(clReleaseKernel(who->count));
    OCL_CHECK(clReleaseProgram(who->program));
}

// --- CUB

#ifdef OCL_HAVE_CUB
static double run_cub(void *what)
{
    return histogram_cub_ns(((const bench *)what)->cub, BACK_TO_BACK);
}

static ocl_result check_cub(void *what, const char *name)
{
    bench *b = what;
    histogram_cub_read(b->cub, b->counts);
    return check(b, name);
}
#endif

// --- the contenders

static void add_peer(contest *c, bench *b, double limit)
{
    contest_entry peer = { .name = "openmp",
                           .is_peer = true,
                           .what = b,
                           .run = run_openmp,
                           .check = check,
                           .work = 4.0 * b->n };
    (void)limit;
#ifdef OCL_HAVE_CUB
    if (b->cub) {
        peer.name = "cub";
        peer.run = NULL;
        peer.run_ns = run_cub;
        peer.check = check_cub;
        peer.limit = limit;
    }
#endif
    contest_add(c, peer);
}

static size_t add_rungs(contest *c, contender all[RUNGS], bench *b, double limit)
{
    size_t count = 0;
    for (int r = 0; r < HISTOGRAM_RUNG_COUNT; r++) {
        const histogram_rung *rung = &HISTOGRAM_RUNGS[r];
        for (int v = 0; VARIANTS[v]; v++) {
            if (strcmp(rung->name, VARIANTS[v]) || !ocl_wants(b->env->options, rung->name))
                continue;
            contender *who = &all[count++];
            *who = (contender){ .bench = b, .rung = rung };
            prepare(who);
            contest_add(c, (contest_entry){ .name = rung->name,
                                            .what = who,
                                            .run_ns = run_rung,
                                            .check = check_rung,
                                            .work = 4.0 * b->n,
                                            .limit = limit });
        }
    }
    return count;
}

static contest bench_pattern(bench *b, ocl_pattern pattern, ocl_report *report)
{
    contest c = { .unit = "GB/s",
                  .env = b->env,
                  .rounds = b->env->options->repeat,
                  .warm_ns = b->cub ? 0.0 : CONTEST_WARM_NS,
                  .check_last = true };
    snprintf(c.label, sizeof c.label, "%s", OCL_PATTERNS[pattern]);
    const double limit = b->env->limits.read_gbs;
    histogram_ref(b->ref, b->picture.rgba, b->n);
    add_peer(&c, b, limit);
    contender all[RUNGS];
    const size_t count = add_rungs(&c, all, b, limit);
    contest_run(&c);
    contest_report(&c, report);
    for (size_t i = 0; i < count; i++)
        release(&all[i]);
    return c;
}

static bench bench_open(const ocl_env *env, ocl_pattern pattern)
{
    const ocl_options *opt = env->options;
    bench b = { .env = env, .n = (cl_uint)(opt->n[0] * opt->n[1]), .pictures = 1 };
    ocl_message why;
    if (!ocl_picture_pattern(&b.picture, pattern,
                             (ocl_pattern_size){ opt->n[0], opt->n[1], opt->seed }, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t bytes = 4 * (size_t)b.n;
#ifdef OCL_HAVE_CUB
    if (!ocl_is_cpu(env->device)) {
        const size_t enough = PICTURE_BYTES / bytes + 1;
        b.pictures = enough < MAX_PICTURES ? enough : MAX_PICTURES;
        ocl_require_memory(env->device, (double)bytes, 2.0 * (double)(bytes * b.pictures),
                           (double)bytes);
        b.cub = histogram_cub_open(b.picture.rgba, b.n, b.pictures);
    }
#endif
    for (size_t i = 0; i < b.pictures; i++)
        b.d_pictures[i] = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, b.picture.rgba);
    return b;
}

static void bench_close(bench *b)
{
    for (size_t i = 0; i < b->pictures; i++)
        OCL_CHECK(clReleaseMemObject(b->d_pictures[i]));
#ifdef OCL_HAVE_CUB
    if (b->cub) histogram_cub_close(b->cub);
#endif
    ocl_picture_free(&b->picture);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_histogram",
                              .summary = "histogram_ladder's kernels beside OpenMP, or CUB.",
                              .accepts = "dnrVks",
                              .size_help = "pixels of the pictures",
                              .extents = 2,
                              .variants = VARIANTS };
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

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    contest contests[PATTERN_COUNT];
    for (size_t p = 0; p < PATTERN_COUNT; p++) {
        bench b = bench_open(&env, PATTERNS[p]);
        contests[p] = bench_pattern(&b, PATTERNS[p], report);
        bench_close(&b);
    }
    ocl_table speed = contest_table(&contests[0], report);
    for (size_t p = 0; p < PATTERN_COUNT; p++)
        contest_ratios(&contests[p], &speed);

    ocl_close(&env);
    return ocl_report_close(report);
}
