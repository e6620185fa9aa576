// SPDX-License-Identifier: MIT
//
// bench_convolution - convolution's kernels for a CPU and convolution_fft beside OpenMP and OpenCV.
//
// All of them read the same padded picture.  Every round runs each contender once, so that a slow
// moment of the machine meets all of them.  The host's clock counts, with launch and wait.  OpenMP
// adds n x n products in float, 128 pixels at a time, compiled for this very machine.

#include "convolution/picture.h"
#include "convolution/sizes.h"
#include "convolution_fft.h"
#include "convolution_opencv.h"
#include "timed.h"

enum { CONTENDERS = 5, PIXELS_AT_ONCE = 128 };

// Warm-up before each run.  Idle threads of OpenMP spin for some milliseconds on cores that the
// device needs.
static const double WARM_NS = 30e6;

static const struct {
    const char *filter;
    size_t n;
} CASES[] = { { "random", 5 },   { "random", 9 },   { "random", 17 },  { "random", 33 },
              { "gaussian", 5 }, { "gaussian", 9 }, { "gaussian", 17 } };

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

typedef struct {
    const ocl_env *env;
    convolution_picture *p;
    const convolution_filter *f;
    convolution_sizes sizes;
    cl_program program;
    cl_mem d_in;
} bench;

typedef struct contender {
    const char *name;
    void (*run)(struct contender *who);    // leaves the answer in p->out, or in d_out
    const bench *bench;
    cl_kernel kernel;    // of a rung; the rest is for rungs, too
    ocl_range_2d range;
    cl_mem d_out, d_filter;
    bool factors;
    void *fft;    // of convolution_fft
    ocl_times times;
} contender;

// --- OpenMP

static void filter_pixels(const bench *b, size_t x, size_t y)
{
    const convolution_picture *p = b->p;
    float sum[PIXELS_AT_ONCE] = { 0.0f };
    for (size_t r = 0; r < p->n; r++)
        for (size_t c = 0; c < p->n; c++) {
            const float tap = b->f->tap[r * p->n + c], *from = p->in + (y + r) * p->pitch + x + c;
            for (size_t i = 0; i < PIXELS_AT_ONCE; i++)
                sum[i] += tap * from[i];
        }
    const size_t left = p->width - x, count = left < PIXELS_AT_ONCE ? left : PIXELS_AT_ONCE;
    memcpy(p->out + y * p->width + x, sum, count * sizeof *sum);
}

static void run_openmp(contender *who)
{
    const bench *b = who->bench;
#pragma omp parallel for schedule(static)
    for (size_t y = 0; y < b->p->height; y++)
        for (size_t x = 0; x < b->p->width; x += PIXELS_AT_ONCE)
            filter_pixels(b, x, y);
}

// --- OpenCV

#ifdef OCL_HAVE_OPENCV
static void run_opencv(contender *who)
{
    const convolution_picture *p = who->bench->p;
    const convolution_filter *f = who->bench->f;
    const convolution_opencv what = { .out = p->out,
                                      .in = p->in,
                                      .width = p->width,
                                      .height = p->height,
                                      .pitch = p->pitch,
                                      .rows = p->rows,
                                      .n = p->n,
                                      .tap = f->tap,
                                      .down = f->down,
                                      .across = f->across };
    if (who->factors)
        convolution_opencv_separable(&what);
    else
        convolution_opencv_filter(&what);
}
#endif

// --- the rungs, launched as convolution.c explains

static void enqueue(void *what, cl_event *done)
{
    contender *who = what;
    ocl_enqueue_2d(who->bench->env->queue, who->kernel, &who->range, NULL, done);
}

static void run_rung(contender *who)
{
    enqueue(who, NULL);
    OCL_CHECK(clFinish(who->bench->env->queue));
}

static void prepare(contender *who, size_t rung)
{
    const bench *b = who->bench;
    const ocl_env *env = b->env;
    const size_t n = b->f->n;
    char name[64];
    snprintf(name, sizeof name, "convolution_%s", convolution_kernel_name(rung));
    cl_int err;
    who->kernel = OCL_CREATE(clCreateKernel(b->program, name, &err));
    float numbers[MAX_WIDTH * MAX_WIDTH];
    memcpy(numbers, who->factors ? b->f->down : b->f->tap,
           (who->factors ? n : n * n) * sizeof(float));
    if (who->factors) memcpy(numbers + n, b->f->across, n * sizeof(float));
    who->d_filter = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof numbers, numbers);
    who->d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, b->p->out_bytes, NULL);
    ocl_poison_run(env->queue, who->d_out, b->p->out_bytes, 0);
    const cl_mem buffers[] = { who->d_out, b->d_in, who->d_filter };
    const cl_uint sizes[] = { (cl_uint)b->p->width, (cl_uint)b->p->height, (cl_uint)b->p->pitch,
                              (cl_uint)n };
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(who->kernel, i, sizeof(cl_mem), &buffers[i]));
    for (cl_uint i = 0; i < 4; i++)
        OCL_CHECK(clSetKernelArg(who->kernel, 3 + i, sizeof(cl_uint), &sizes[i]));
    const convolution_shape shape = convolution_shape_of(&b->sizes, rung);
    const size_t extents[] = { ocl_divide_up(b->p->width, shape.each[0]),
                               ocl_divide_up(b->p->height, shape.each[1]) };
    ocl_local_size_2d(who->kernel, env->device, shape.items, who->range.local);
    ocl_global_size_2d(extents, who->range.local, SIZE_MAX, who->range.global);
}

static void run_fft(contender *who)
{
    fft_run(who->fft);
}

static void fetch_and_release(contender *who)
{
    const bench *b = who->bench;
    if (!who->d_out) return;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, who->d_out, CL_TRUE, 0, b->p->out_bytes, b->p->out,
                                  0, NULL, NULL));
    if (who->fft) {
        fft_close(who->fft);
        return;
    }
    OCL_CHECK(clReleaseMemObject(who->d_out));
    OCL_CHECK(clReleaseMemObject(who->d_filter));
    OCL_CHECK(clReleaseKernel(who->kernel));
}

// --- the rounds

// A run after enough others of its kind.
static double steady_ns(contender *who)
{
    const double begin = ocl_wall_ns();
    do
        who->run(who);
    while (ocl_wall_ns() - begin < WARM_NS);
    const double run_begin = ocl_wall_ns();
    who->run(who);
    return ocl_wall_ns() - run_begin;
}

static size_t line_up(contender *all, const bench *b)
{
    size_t count = 0;
    all[count++] = (contender){ .name = "openmp", .run = run_openmp, .bench = b };
#ifdef OCL_HAVE_OPENCV
    all[count++] =
        (contender){ .name = "opencv", .run = run_opencv, .bench = b, .factors = b->f->separable };
#endif
    all[count++] = (contender){ .name = "vector_block", .run = run_rung, .bench = b };
    prepare(&all[count - 1], VECTOR_BLOCK);
    void *fft = fft_open(b->env, b->p, b->f);
    all[count++] = (contender){
        .name = "fft", .run = run_fft, .bench = b, .fft = fft, .d_out = fft_output(fft)
    };
    if (b->f->separable) {
        all[count++] =
            (contender){ .name = "separable_strip", .run = run_rung, .bench = b, .factors = true };
        prepare(&all[count - 1], SEPARABLE_STRIP);
    }
    return count;
}

static size_t bench_case(const bench *b, const char *filter, ocl_report *report, contender *all)
{
    const size_t count = line_up(all, b);
    for (size_t round = 0; round <= b->env->options->repeat; round++)
        for (size_t i = 0; i < count; i++) {
            const double ns = steady_ns(&all[i]);
            if (round > 0) ocl_times_add(&all[i].times, ns);
        }
    const convolution_picture *p = b->p;
    const size_t pixels = p->width * p->height;
    for (size_t i = 0; i < count; i++) {
        contender *who = &all[i];
        if (!who->d_out) {    // the answer of another one may be in p->out
            memset(p->out, 0xff, p->out_bytes);
            who->run(who);
        }
        const double bound =
            who->fft ? fft_bound(who->fft) : convolution_bound(p, b->f, who->factors);
        fetch_and_release(who);
        char name[64];
        snprintf(name, sizeof name, "%s %zu %s", filter, p->n, who->name);
        ocl_report_row(
            report,
            &(ocl_row){ .name = name,
                        .times = &who->times,
                        .work = (double)pixels,
                        .unit = "Mpixel/s",
                        .limit = who->kernel ? convolution_limit(b->env, p->n, who->factors) : 0.0,
                        .result = ocl_verify_f32(name, p->out, p->ref, pixels, bound) });
    }
    return count;
}

// Ratios of medians.
static void report_ratios(ocl_table *table, size_t number, const contender *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t peer = 0; peer < count; peer++)
            if (all[i].d_out && !all[peer].d_out)
                ocl_table_row(table, "%-10s %5zu %-16s %.3f %-8s", CASES[number].filter,
                              CASES[number].n, all[i].name,
                              ocl_median_ns(&all[peer].times) / ocl_median_ns(&all[i].times),
                              all[peer].name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_convolution",
                              .summary = "convolution's kernels beside OpenMP and OpenCV.",
                              .accepts = "dnrks",
                              .size_help = "pixels of the picture",
                              .extents = 2 };
    const ocl_options defaults = { .n = { 3840, 2160 }, .repeat = 11, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    opt.size_given = true;    // so that the picture is made, not read
    ocl_env env = ocl_open(&opt);
    convolution_filter filter;
    convolution_settings settings = { .options = opt, .pattern = OCL_NOISE };
    settings.filter.n = MAX_WIDTH;
    convolution_picture picture = convolution_picture_open(&env, &settings);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    contender all[CASE_COUNT][CONTENDERS];
    size_t counts[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++) {
        convolution_filter_make(&filter, CASES[i].filter, CASES[i].n, opt.seed + 1);
        convolution_pad(&picture, filter.n, BORDER_EDGE);
        convolution_ref_openmp(&picture, &filter);
        bench b = { .env = &env,
                    .p = &picture,
                    .f = &filter,
                    .sizes = convolution_choose(env.device, filter.n),
                    .d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, picture.in_bytes, picture.in) };
        b.program = convolution_build(&env, &b.sizes, filter.n);
        counts[i] = bench_case(&b, CASES[i].filter, report, all[i]);
        OCL_CHECK(clReleaseProgram(b.program));
        OCL_CHECK(clReleaseMemObject(b.d_in));
    }
    ocl_table table =
        ocl_table_open(report, "speed", "filter, width, rung, times as fast as, peer");
    for (size_t i = 0; i < CASE_COUNT; i++)
        report_ratios(&table, i, all[i], counts[i]);

    convolution_picture_close(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
