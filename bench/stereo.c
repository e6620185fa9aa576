// SPDX-License-Identifier: MIT
//
// bench_stereo - the rungs of stereo_bands beside OpenMP, on the same two pictures.  `pixels` is
// the kernel of stereo.
//
// Times are the wall clock's, with the launch and the wait.  `openmp` is the loop of the reference.
// `openmp_sums` tries a shift for a whole row at a time: differences, then sums down, then across.

// The lesson itself, of which main alone is not called.
#define main stereo_bands_main
#include "../ch16_applications/stereo_bands.c"
#undef main

#include "contest.h"

typedef struct {
    lesson lesson;
    const scene *s;
    uint8_t *shift, *ref;
    cl_kernel kernels[2];
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_grid_u8(name, b->shift, b->ref, (ocl_grid){ b->s->width, b->s->height });
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const ptrdiff_t width = (ptrdiff_t)b->s->width, height = (ptrdiff_t)b->s->height;
#pragma omp parallel for
    for (ptrdiff_t y = 0; y < height; y++)
        for (ptrdiff_t x = 0; x < width; x++) {
            int best = 0, least = INT_MAX;
            for (int d = 0; d < SHIFTS; d++) {
                int sum = 0;
                for (ptrdiff_t j = y - RADIUS; j <= y + RADIUS; j++)
                    for (ptrdiff_t i = x - RADIUS; i <= x + RADIUS; i++)
                        sum += abs(pixel_at(b->s->left, b->s, i, j) -
                                   pixel_at(b->s->right, b->s, i - d, j));
                if (sum < least) least = sum, best = d;
            }
            b->shift[y * width + x] = (uint8_t)best;
        }
}

// Rows with room at their left and right: x goes from -2 * RADIUS - SHIFTS to width + RADIUS.
enum { LEFT = RADIUS + SHIFTS };

static void pad_row(int16_t *to, const uint8_t *in, const scene *s, ptrdiff_t y)
{
    const ptrdiff_t width = (ptrdiff_t)s->width;
    for (ptrdiff_t x = -LEFT; x < width + RADIUS; x++)
        to[x + LEFT] = (int16_t)pixel_at(in, s, x, y);
}

static void shift_row(uint8_t *shift, int16_t *rows, const scene *s, ptrdiff_t y)
{
    const ptrdiff_t width = (ptrdiff_t)s->width, length = width + LEFT + RADIUS;
    int16_t *down = rows + (ptrdiff_t)2 * (2 * RADIUS + 1) * length, *least = down + length;
    for (int j = 0; j <= 2 * RADIUS; j++) {
        pad_row(rows + 2 * j * length, s->left, s, y + j - RADIUS);
        pad_row(rows + (2 * j + 1) * length, s->right, s, y + j - RADIUS);
    }
    for (ptrdiff_t x = 0; x < width; x++)
        least[x] = INT16_MAX;
    for (int d = 0; d < SHIFTS; d++) {
        memset(down, 0, (size_t)length * sizeof *down);
        for (int j = 0; j <= 2 * RADIUS; j++) {
            const int16_t *left = rows + 2 * j * length, *right = left + length;
            for (ptrdiff_t x = SHIFTS; x < length; x++)
                down[x] = (int16_t)(down[x] + abs(left[x] - right[x - d]));
        }
        for (ptrdiff_t x = 0; x < width; x++) {
            int sum = 0;
            for (int i = 0; i <= 2 * RADIUS; i++)
                sum += down[x + SHIFTS + i];
            const bool is_better = sum < least[x];
            least[x] = (int16_t)(is_better ? sum : least[x]);
            shift[x] = (uint8_t)(is_better ? d : shift[x]);
        }
    }
}

static void run_openmp_sums(void *what)
{
    const bench *b = what;
    const size_t length = b->s->width + LEFT + RADIUS;
#pragma omp parallel
    {
        int16_t *rows = ocl_alloc((2 * (2 * RADIUS + 1) + 2) * length * sizeof *rows);
#pragma omp for
        for (size_t y = 0; y < b->s->height; y++)
            shift_row(b->shift + y * b->s->width, rows, b->s, (ptrdiff_t)y);
        free(rows);
    }
}

static void forget(void *what, size_t round)
{
    const bench *b = what;
    memset(b->shift, ocl_poison_byte(round), b->s->width * b->s->height);
}

static void poison(void *what, size_t round)
{
    const lesson *l = &((const bench *)what)->lesson;
    ocl_poison_run(l->env->queue, l->d_shift, l->width * l->height, round);
}

static void run_rung(const bench *b, int variant)
{
    launch(&b->lesson, variant, b->kernels[variant], NULL);
    OCL_CHECK(clFinish(b->lesson.env->queue));
}

static void run_pixels(void *what)
{
    run_rung(what, PIXELS);
}

static void run_bands(void *what)
{
    run_rung(what, BANDS);
}

static ocl_result check_rung(void *what, const char *name)
{
    const bench *b = what;
    const lesson *l = &b->lesson;
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_shift, CL_TRUE, 0, l->width * l->height,
                                  b->shift, 0, NULL, NULL));
    return check(what, name);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "bench_stereo",
                              .summary = "stereo_bands' rungs beside OpenMP.",
                              .accepts = "dnirVks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 14,
                              .variants = VARIANTS,
                              .own = own,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_picture photo = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)photo.width * photo.height;
    lesson l = plan_lesson(&env, photo.width, photo.height);
    scene s = make_scene(&photo, opt.seed);
    bench b = { .s = &s, .shift = ocl_alloc(n), .ref = ocl_alloc(n) };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", photo.width);
    ocl_report_count(report, "height", photo.height);
    OCL_TIME_REFERENCE(report, stereo_ref(b.ref, &s));

    open_lesson(&l, &s);
    b.lesson = l;
    for (int v = 0; VARIANTS[v]; v++)
        b.kernels[v] = kernel_of(&l, v);

    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = (double)n });
    contest_add(&c, (contest_entry){ .name = "openmp_sums",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget,
                                     .run = run_openmp_sums,
                                     .check = check,
                                     .work = (double)n });
    void (*const runs[])(void *) = { run_pixels, run_bands };
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            contest_add(&c, (contest_entry){ .name = VARIANTS[v],
                                             .what = &b,
                                             .prepare = poison,
                                             .run = runs[v],
                                             .check = check_rung,
                                             .work = (double)n });
    contest_hold(&c, report);

    for (int v = 0; VARIANTS[v]; v++)
        OCL_CHECK(clReleaseKernel(b.kernels[v]));
    close_lesson(&l);
    ocl_close(&env);
    free(b.ref);
    free(b.shift);
    free_scene(&s);
    ocl_picture_free(&photo);
    return ocl_report_close(report);
}
