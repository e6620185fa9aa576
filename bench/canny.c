// SPDX-License-Identifier: MIT
//
// bench_canny - the kernels of canny, with the flood of canny_flood, and canny_bands, beside OpenMP
// and OpenCV, on the same picture.
//
// Times are the wall clock's, with all launches and waits.  `openmp` adds the weights of the blur
// and of the slopes column by column first, which gives the same whole numbers with fewer
// operations; its flood has a stack, as the reference of the sample.  OpenCV drops both of two
// pixels that are as steep side by side on a diagonal, where the sample keeps one: it has a
// reference of its own.

// The lesson itself, of which main alone is not called.
#define main canny_bands_main
#include "../ch16_applications/canny_bands.c"
#undef main

#include "contest.h"
#ifdef OCL_HAVE_OPENCV
#include "canny_opencv.h"
#endif

enum { WEAK = 50, STRONG = 200 };
enum { RIM = 2 };    // columns on each side of a row of sums

typedef struct {
    canny_extent e;
    size_t n, *stack;
    uint8_t *grey, *smooth, *edges, *ref, *ref_opencv;
    int16_t *slopes[2];    // to the right, downwards
    int32_t *steep;        // their squares, with a rim of zeros
    const ocl_env *env;
    cl_kernel blur, gradient, thin, flood;
    cl_mem d_grey, d_smooth, d_slopes, d_now, d_next, d_changed;
    lesson lesson;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_grid_u8(name, b->edges, b->ref,
                              (ocl_grid){ (uint32_t)b->e.width, (uint32_t)b->e.height });
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->edges, 0xa5 ^ (int)(round & 1), b->n);
}

// --- OpenMP

// A row of the picture; outside of it, its outermost one.
static const uint8_t *row_of(const uint8_t *pixels, canny_extent e, int y)
{
    y = y < 0 ? 0 : y < e.height ? y : e.height - 1;
    return pixels + (size_t)y * (size_t)e.width;
}

// A row of sums goes on past its ends, as the picture does.
static void pad(int16_t *sums, int width)
{
    for (int k = 1; k <= RIM; k++) {
        sums[RIM - k] = sums[RIM];
        sums[RIM + width - 1 + k] = sums[RIM + width - 1];
    }
}

static void blur_row(const bench *b, int16_t *sums, int y)
{
    const uint8_t *p[5];
    for (int j = 0; j < 5; j++)
        p[j] = row_of(b->grey, b->e, y + j - 2);
    int16_t *s = sums + RIM;
    for (int x = 0; x < b->e.width; x++)
        s[x] = (int16_t)(p[0][x] + p[4][x] + 4 * (p[1][x] + p[3][x]) + 6 * p[2][x]);
    pad(sums, b->e.width);
    uint8_t *smooth = b->smooth + (size_t)y * (size_t)b->e.width;
    for (int x = 0; x < b->e.width; x++)
        smooth[x] =
            (uint8_t)((s[x - 2] + s[x + 2] + 4 * (s[x - 1] + s[x + 1]) + 6 * s[x] + 128) / 256);
}

static void slope_row(const bench *b, int16_t *sums, int16_t *differences, int y)
{
    const uint8_t *above = row_of(b->smooth, b->e, y - 1), *here = row_of(b->smooth, b->e, y);
    const uint8_t *below = row_of(b->smooth, b->e, y + 1);
    int16_t *s = sums + RIM, *d = differences + RIM;
    for (int x = 0; x < b->e.width; x++) {
        s[x] = (int16_t)(above[x] + 2 * here[x] + below[x]);
        d[x] = (int16_t)(below[x] - above[x]);
    }
    pad(sums, b->e.width);
    pad(differences, b->e.width);
    const size_t at = (size_t)y * (size_t)b->e.width, rim = (size_t)b->e.width + 2;
    int16_t *right = b->slopes[0] + at, *down = b->slopes[1] + at;
    int32_t *steep = b->steep + (size_t)(y + 1) * rim + 1;
    for (int x = 0; x < b->e.width; x++) {
        right[x] = (int16_t)(s[x + 1] - s[x - 1]);
        down[x] = (int16_t)(d[x - 1] + 2 * d[x] + d[x + 1]);
        steep[x] = right[x] * right[x] + down[x] * down[x];
    }
}

// drop: on a diagonal, of two pixels that are as steep, keep neither.
static void thin_row(const bench *b, int y, bool drop)
{
    const size_t at = (size_t)y * (size_t)b->e.width;
    const int rim = b->e.width + 2;
    const int16_t *to_right = b->slopes[0] + at, *downwards = b->slopes[1] + at;
    const int32_t *steep = b->steep + (size_t)(y + 1) * (size_t)rim + 1;
    uint8_t *edges = b->edges + at;
    for (int x = 0; x < b->e.width; x++) {
        edges[x] = CANNY_NONE;
        const int here = steep[x];
        if (here < WEAK * WEAK) continue;    // most pixels
        const int right = abs(to_right[x]), down = abs(downwards[x]);
        const int both = (right + down) * (right + down);
        int across = (to_right[x] < 0) == (downwards[x] < 0) ? rim + 1 : rim - 1;
        if (both < 2 * down * down) across = rim;
        if (both < 2 * right * right) across = 1;
        const bool keeps_first = !drop || across == 1 || across == rim;
        if (here > steep[x - across] && here >= steep[x + across] + !keeps_first)
            edges[x] = here < STRONG * STRONG ? CANNY_WEAK : CANNY_STRONG;
    }
}

// From each strong pixel to the weak ones beside it, and so on.
static void flood(const bench *b)
{
    const size_t width = (size_t)b->e.width;
    size_t height = 0;
    for (size_t i = 0; i < b->n; i++)
        if (b->edges[i] == CANNY_STRONG) b->stack[height++] = i;
    while (height > 0) {
        const size_t at = b->stack[--height];
        const int x = (int)(at % width), y = (int)(at / width);
        for (int j = y > 0 ? y - 1 : 0; j <= y + 1 && j < b->e.height; j++)
            for (int i = x > 0 ? x - 1 : 0; i <= x + 1 && i < b->e.width; i++) {
                const size_t beside = (size_t)j * width + (size_t)i;
                if (b->edges[beside] != CANNY_WEAK) continue;
                b->edges[beside] = CANNY_STRONG;
                b->stack[height++] = beside;
            }
    }
}

static void find_edges(const bench *b, bool drop)
{
#pragma omp parallel
    {
        const size_t room = ((size_t)b->e.width + (size_t)2 * RIM) * sizeof(int16_t);
        int16_t *sums = ocl_alloc(room), *differences = ocl_alloc(room);
#pragma omp for
        for (int y = 0; y < b->e.height; y++)
            blur_row(b, sums, y);
#pragma omp for
        for (int y = 0; y < b->e.height; y++)
            slope_row(b, sums, differences, y);
#pragma omp for
        for (int y = 0; y < b->e.height; y++)
            thin_row(b, y, drop);
        free(differences);
        free(sums);
    }
    flood(b);
}

static void run_openmp(void *what)
{
    find_edges(what, false);
}

// --- the kernels

static void poison(void *what, size_t round)
{
    const bench *b = what;
    ocl_poison_run(b->env->queue, b->d_now, b->n, round);
    ocl_poison_run(b->env->queue, b->d_next, b->n, round);
}

static void launch(const bench *b, cl_kernel kernel, cl_mem d_out, cl_mem d_in)
{
    size_t local[2];
    ocl_local_size_2d(kernel, b->env->device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up((size_t)b->e.width, local[0]),
                               ocl_round_up((size_t)b->e.height, local[1]) };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clEnqueueNDRangeKernel(b->env->queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
}

static void run_canny(void *what)
{
    bench *b = what;
    cl_uint changed = 0, before;
    OCL_CHECK(clEnqueueWriteBuffer(b->env->queue, b->d_changed, CL_TRUE, 0, sizeof changed,
                                   &changed, 0, NULL, NULL));
    launch(b, b->blur, b->d_smooth, b->d_grey);
    launch(b, b->gradient, b->d_slopes, b->d_smooth);
    launch(b, b->thin, b->d_now, b->d_slopes);
    do {
        launch(b, b->flood, b->d_next, b->d_now);
        const cl_mem d_written = b->d_next;
        b->d_next = b->d_now;
        b->d_now = d_written;
        before = changed;
        OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->d_changed, CL_TRUE, 0, sizeof changed,
                                      &changed, 0, NULL, NULL));
    } while (changed != before && changed <= b->n);
}

static ocl_result check_kernels(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(
        clEnqueueReadBuffer(b->env->queue, b->d_now, CL_TRUE, 0, b->n, b->edges, 0, NULL, NULL));
    return check(what, name);
}

// canny_bands: both rungs.
static void poison_lesson(void *what, size_t round)
{
    const lesson *l = &((const bench *)what)->lesson;
    ocl_poison_run(l->env->queue, l->d_edges, l->n, round);
}

static void run_with_queue(void *what)
{
    const lesson *l = &((const bench *)what)->lesson;
    run_kernels(l);
    OCL_CHECK(clFinish(l->env->queue));
}

static void run_in_bands(void *what)
{
    const lesson *l = &((const bench *)what)->lesson;
    run_bands(l);
    OCL_CHECK(clFinish(l->env->queue));
}

static ocl_result check_lesson(void *what, const char *name)
{
    const bench *b = what;
    OCL_CHECK(clEnqueueReadBuffer(b->env->queue, b->lesson.d_edges, CL_TRUE, 0, b->n, b->edges, 0,
                                  NULL, NULL));
    return check(what, name);
}

#ifdef OCL_HAVE_OPENCV
static void run_opencv(void *what)
{
    const bench *b = what;
    canny_opencv(b->edges, b->grey, b->e.width, b->e.height, WEAK, STRONG);
}

// Its edges are 255.
static ocl_result check_opencv(void *what, const char *name)
{
    const bench *b = what;
    for (size_t i = 0; i < b->n; i++)
        if (b->edges[i] == 255) b->edges[i] = CANNY_STRONG;
    return ocl_verify_grid_u8(name, b->edges, b->ref_opencv,
                              (ocl_grid){ (uint32_t)b->e.width, (uint32_t)b->e.height });
}
#endif

static cl_kernel step_of(const bench *b, cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &b->e.width));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_int), &b->e.height));
    return kernel;
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "bench_canny",
                              .summary = "canny's kernels beside OpenMP and OpenCV.",
                              .accepts = "dnirs",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 15,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1, 1 }, .repeat = 11 });
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    bench b = { .e = { (int)picture.width, (int)picture.height }, .env = &env };
    const size_t n = b.n = (size_t)picture.width * picture.height;
    const size_t with_rim = ((size_t)picture.width + 2) * ((size_t)picture.height + 2);
    ocl_require_memory(env.device, 4.0 * (double)n, 27.0 * (double)n, 30.0 * (double)n);
    b.grey = ocl_alloc(n);
    b.smooth = ocl_alloc(n);
    b.edges = ocl_alloc(n);
    b.ref = ocl_alloc(n);
    b.ref_opencv = ocl_alloc(n);
    b.stack = ocl_alloc(n * sizeof *b.stack);
    b.steep = ocl_alloc(with_rim * sizeof *b.steep);
    memset(b.steep, 0, with_rim * sizeof *b.steep);
    for (int k = 0; k < 2; k++)
        b.slopes[k] = ocl_alloc(n * sizeof *b.slopes[k]);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *p = &picture.rgba[4 * i];
        b.grey[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
    }
    canny_ref(b.ref, b.grey, b.e, WEAK, STRONG);
#ifdef OCL_HAVE_OPENCV
    find_edges(&b, true);
    for (size_t i = 0; i < n; i++)    // it says nothing of weak pixels that no edge reached
        b.ref_opencv[i] = b.edges[i] == CANNY_STRONG ? CANNY_STRONG : CANNY_NONE;
#endif

    // Buffers and kernels, as in canny.c.
    cl_program program = ocl_build(&env, "canny.cl", "-cl-std=CL1.2");
    b.d_grey = ocl_buffer(&env, CL_MEM_READ_ONLY, n, b.grey);
    b.d_smooth = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    b.d_slopes = ocl_buffer(&env, CL_MEM_READ_WRITE, 2 * n * sizeof(cl_short), NULL);
    b.d_now = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    b.d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, n, NULL);
    b.d_changed = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    b.blur = step_of(&b, program, "blur");
    b.gradient = step_of(&b, program, "gradient");
    b.thin = step_of(&b, program, "thin");
    b.flood = step_of(&b, program, "flood");
    OCL_CHECK(clSetKernelArg(b.thin, 4, sizeof(cl_int), &(cl_int){ WEAK }));
    OCL_CHECK(clSetKernelArg(b.thin, 5, sizeof(cl_int), &(cl_int){ STRONG }));
    OCL_CHECK(clSetKernelArg(b.flood, 4, sizeof(cl_mem), &b.d_changed));

    b.lesson = plan_lesson(&env, b.e, 0);
    b.lesson.weak = WEAK;
    b.lesson.strong = STRONG;
    open_lesson(&b.lesson, b.grey);

    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = (double)n });
#ifdef OCL_HAVE_OPENCV
    contest_add(&c, (contest_entry){ .name = "opencv",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_opencv,
                                     .check = check_opencv,
                                     .work = (double)n });
#endif
    contest_add(&c, (contest_entry){ .name = "canny",
                                     .what = &b,
                                     .prepare = poison,
                                     .run = run_canny,
                                     .check = check_kernels,
                                     .work = (double)n });
    contest_add(&c, (contest_entry){ .name = "canny_flood",
                                     .what = &b,
                                     .prepare = poison_lesson,
                                     .run = run_with_queue,
                                     .check = check_lesson,
                                     .work = (double)n });
    contest_add(&c, (contest_entry){ .name = "canny_bands",
                                     .what = &b,
                                     .prepare = poison_lesson,
                                     .run = run_in_bands,
                                     .check = check_lesson,
                                     .work = (double)n });
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    contest_hold(&c, report);

    close_lesson(&b.lesson);
    OCL_CHECK(clReleaseKernel(b.flood));
    OCL_CHECK(clReleaseKernel(b.thin));
    OCL_CHECK(clReleaseKernel(b.gradient));
    OCL_CHECK(clReleaseKernel(b.blur));
    OCL_CHECK(clReleaseMemObject(b.d_changed));
    OCL_CHECK(clReleaseMemObject(b.d_next));
    OCL_CHECK(clReleaseMemObject(b.d_now));
    OCL_CHECK(clReleaseMemObject(b.d_slopes));
    OCL_CHECK(clReleaseMemObject(b.d_smooth));
    OCL_CHECK(clReleaseMemObject(b.d_grey));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    for (int k = 0; k < 2; k++)
        free(b.slopes[k]);
    free(b.steep);
    free(b.stack);
    free(b.ref_opencv);
    free(b.ref);
    free(b.edges);
    free(b.smooth);
    free(b.grey);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
