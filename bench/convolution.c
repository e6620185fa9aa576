// SPDX-License-Identifier: MIT
//
// bench_convolution - convolution_ladder's fastest kernels, and convolution_fft, beside OpenMP and
// OpenCV.  A CPU has vector_block and separable_strip, a GPU row_block and separable.
//
// All of them read the same padded picture.  The host's clock counts, with launch and wait.  OpenMP
// adds n x n products in float, 128 pixels at a time, compiled for this very machine.

#include "contest.h"
#include "convolution_fft.h"
#include "convolution_ladder/sizes.h"
#include "convolution_opencv.h"
#include "shared/convolution/picture.h"

enum { PIXELS_AT_ONCE = 128 };

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
    cl_program programs[FILE_COUNT];    // NULL: no rung needs it
    cl_mem d_in;
} bench;

// A rung of convolution_ladder: one launch, or two with what is in between.
typedef struct {
    bench *bench;
    size_t launches;
    cl_kernel kernels[2];
    ocl_range_2d ranges[2];
    cl_mem d_out, d_between, d_filter;
    bool factors;
} rung;

// --- the peers, whose answer is in p->out

static void poison_out(void *what, size_t round)
{
    const convolution_picture *p = ((const bench *)what)->p;
    (void)round;
    memset(p->out, 0xff, p->out_bytes);
}

static ocl_result verify(const bench *b, const char *name, double bound)
{
    const convolution_picture *p = b->p;
    return ocl_verify_grid_f32(name, p->out, p->ref, (ocl_grid){ p->width, p->height }, bound);
}

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

static void run_openmp(void *what)
{
    const bench *b = what;
#pragma omp parallel for schedule(static)
    for (size_t y = 0; y < b->p->height; y++)
        for (size_t x = 0; x < b->p->width; x += PIXELS_AT_ONCE)
            filter_pixels(b, x, y);
}

static ocl_result check_openmp(void *what, const char *name)
{
    const bench *b = what;
    return verify(b, name, convolution_bound(b->p, b->f, false));
}

#ifdef OCL_HAVE_OPENCV
static void run_opencv(void *what)
{
    const bench *b = what;
    const convolution_picture *p = b->p;
    const convolution_filter *f = b->f;
    const convolution_opencv opencv = { .out = p->out,
                                        .in = p->in,
                                        .width = p->width,
                                        .height = p->height,
                                        .pitch = p->pitch,
                                        .rows = p->rows,
                                        .n = p->n,
                                        .tap = f->tap,
                                        .down = f->down,
                                        .across = f->across };
    if (f->separable)
        convolution_opencv_separable(&opencv);
    else
        convolution_opencv_filter(&opencv);
}

static ocl_result check_opencv(void *what, const char *name)
{
    const bench *b = what;
    return verify(b, name, convolution_bound(b->p, b->f, b->f->separable));
}
#endif

// --- the rungs, launched as convolution_ladder.c explains

static void run_rung(void *what)
{
    const rung *r = what;
    cl_command_queue queue = r->bench->env->queue;
    for (size_t i = 0; i < r->launches; i++)
        ocl_enqueue_2d(queue, r->kernels[i], &r->ranges[i], NULL, NULL);
    OCL_CHECK(clFinish(queue));
}

static void poison_rung(void *what, size_t round)
{
    const rung *r = what;
    ocl_poison_run(r->bench->env->queue, r->d_out, r->bench->p->out_bytes, round);
}

static void read_out(const bench *b, cl_mem d_out)
{
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, d_out, CL_TRUE, 0, b->p->out_bytes, b->p->out, 0,
                                  NULL, NULL));
}

static ocl_result check_rung(void *what, const char *name)
{
    const rung *r = what;
    read_out(r->bench, r->d_out);
    return verify(r->bench, name, convolution_bound(r->bench->p, r->bench->f, r->factors));
}

// The next launch of the rung.
static void add_launch(rung *who, size_t number, cl_mem d_out, cl_mem d_in, size_t rows)
{
    bench *b = who->bench;
    const size_t n = b->f->n;
    const int file = convolution_file_of(number);
    if (!b->programs[file]) b->programs[file] = convolution_build(b->env, &b->sizes, n, file);
    char name[64];
    snprintf(name, sizeof name, "convolution_ladder_%s", convolution_kernel_name(number));
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(b->programs[file], name, &err));
    const cl_mem buffers[] = { d_out, d_in, who->d_filter };
    const cl_uint sizes[] = { (cl_uint)b->p->width, (cl_uint)b->p->height, (cl_uint)b->p->pitch,
                              (cl_uint)n };
    for (cl_uint i = 0; i < 3; i++)
        if (i == 2 && number == ROW_BLOCK && b->sizes.by_value)
            OCL_CHECK(clSetKernelArg(kernel, i, n * n * sizeof(float), b->f->tap));
        else
            OCL_CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
    for (cl_uint i = 0; i < 4; i++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + i, sizeof(cl_uint), &sizes[i]));
    const convolution_shape shape = convolution_shape_of(&b->sizes, number);
    const size_t extents[] = { ocl_divide_up(b->p->width, shape.each[0]),
                               ocl_divide_up(rows, shape.each[1]) };
    ocl_range_2d *range = &who->ranges[who->launches];
    ocl_local_size_2d(kernel, b->env->device, shape.items, range->local);
    ocl_global_size_2d(extents, range->local, SIZE_MAX, range->global);
    if (shape.exact && memcmp(range->local, shape.items, sizeof shape.items) != 0)
        ocl_exit(OCL_EXIT_SKIP, "%s: work-groups here are too small", name);
    who->kernels[who->launches++] = kernel;
}

static void prepare(rung *who, size_t number)
{
    const bench *b = who->bench;
    const ocl_env *env = b->env;
    const size_t n = b->f->n, height = b->p->height, rows = height + n - 1;
    float numbers[MAX_WIDTH * MAX_WIDTH];
    memcpy(numbers, who->factors ? b->f->down : b->f->tap,
           (who->factors ? n : n * n) * sizeof(float));
    if (who->factors) memcpy(numbers + n, b->f->across, n * sizeof(float));
    who->d_filter = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof numbers, numbers);
    who->d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, b->p->out_bytes, NULL);
    if (number == SEPARABLE) {
        who->d_between =
            ocl_buffer(env, CL_MEM_READ_WRITE, b->p->width * rows * sizeof(float), NULL);
        add_launch(who, SEPARABLE_ROWS, who->d_between, b->d_in, rows);
        add_launch(who, SEPARABLE, who->d_out, who->d_between, height);
    } else {
        add_launch(who, number, who->d_out, b->d_in, height);
    }
}

static void release(rung *r)
{
    if (r->d_between) OCL_CHECK(clReleaseMemObject(r->d_between));
    OCL_CHECK(clReleaseMemObject(r->d_out));
    OCL_CHECK(clReleaseMemObject(r->d_filter));
    while (r->launches > 0)
        OCL_CHECK(clReleaseKernel(r->kernels[--r->launches]));
}

// --- convolution_fft

typedef struct {
    const bench *bench;
    void *fft;
} transform;

static void run_fft(void *what)
{
    fft_run(((const transform *)what)->fft);
}

static void poison_fft(void *what, size_t round)
{
    const transform *t = what;
    ocl_poison_run(t->bench->env->queue, fft_output(t->fft), t->bench->p->out_bytes, round);
}

static ocl_result check_fft(void *what, const char *name)
{
    const transform *t = what;
    read_out(t->bench, fft_output(t->fft));
    return verify(t->bench, name, fft_bound(t->fft));
}

// --- the contenders

static void add_peer(contest *c, bench *b, contest_entry peer)
{
    peer.is_peer = true;
    peer.what = b;
    peer.prepare = poison_out;
    peer.work = (double)(b->p->width * b->p->height);
    contest_add(c, peer);
}

static void add_rung(contest *c, rung *r, size_t number)
{
    const bench *b = r->bench;
    prepare(r, number);
    contest_add(c, (contest_entry){ .name = convolution_kernel_name(number),
                                    .what = r,
                                    .prepare = poison_rung,
                                    .run = run_rung,
                                    .check = check_rung,
                                    .work = (double)(b->p->width * b->p->height),
                                    .limit = convolution_limit(b->env, b->p->n, r->factors) });
}

static contest bench_case(bench *b, const char *filter, ocl_report *report)
{
    contest c = { .unit = "Mpixel/s",
                  .env = b->env,
                  .rounds = b->env->options->repeat,
                  .warm_ns = CONTEST_WARM_NS,
                  .check_last = true };
    snprintf(c.label, sizeof c.label, "%s %zu", filter, b->f->n);
    add_peer(&c, b, (contest_entry){ .name = "openmp", .run = run_openmp, .check = check_openmp });
#ifdef OCL_HAVE_OPENCV
    add_peer(&c, b, (contest_entry){ .name = "opencv", .run = run_opencv, .check = check_opencv });
#endif
    rung direct = { .bench = b }, separable = { .bench = b, .factors = true };
    add_rung(&c, &direct, b->sizes.cpu ? VECTOR_BLOCK : ROW_BLOCK);
    transform t = { .bench = b, .fft = fft_open(b->env, b->p, b->f) };
    contest_add(&c, (contest_entry){ .name = "fft",
                                     .what = &t,
                                     .prepare = poison_fft,
                                     .run = run_fft,
                                     .check = check_fft,
                                     .work = (double)(b->p->width * b->p->height) });
    if (b->f->separable) add_rung(&c, &separable, b->sizes.cpu ? SEPARABLE_STRIP : SEPARABLE);
    contest_run(&c);
    contest_report(&c, report);
    if (separable.launches > 0) release(&separable);
    fft_close(t.fft);
    release(&direct);
    return c;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_convolution",
                              .summary = "convolution_ladder's kernels beside OpenMP and OpenCV.",
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
    contest contests[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++) {
        convolution_filter_make(&filter, CASES[i].filter, CASES[i].n, opt.seed + 1);
        convolution_pad(&picture, filter.n, BORDER_EDGE);
        convolution_ref_openmp(&picture, &filter);
        bench b = { .env = &env,
                    .p = &picture,
                    .f = &filter,
                    .sizes = convolution_choose(env.device, filter.n),
                    .d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, picture.in_bytes, picture.in) };
        contests[i] = bench_case(&b, CASES[i].filter, report);
        for (int file = 0; file < FILE_COUNT; file++)
            if (b.programs[file]) OCL_CHECK(clReleaseProgram(b.programs[file]));
        OCL_CHECK(clReleaseMemObject(b.d_in));
    }
    ocl_table speed = contest_table(&contests[0], report);
    for (size_t i = 0; i < CASE_COUNT; i++)
        contest_ratios(&contests[i], &speed);

    convolution_picture_close(&picture);
    ocl_close(&env);
    return ocl_report_close(report);
}
