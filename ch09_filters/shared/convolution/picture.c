// SPDX-License-Identifier: MIT

#include "picture.h"

#include <float.h>
#ifdef _OPENMP
#include <omp.h>
#endif

// Products that one thread of the reference adds in about two seconds; of each filter of the chart,
// a tenth of a second.
static const double MAX_SERIAL = 4e9, MAX_SERIAL_CHART = 2e8;

// For the times of OpenMP.
static const double WAKE_NS = 3e7;

static size_t padded_pitch(size_t width, size_t n)
{
    return ocl_round_up(width + BLOCK_COLUMNS + n - 1,
                        16);    // rows begin at multiples of 64 bytes
}

static size_t padded_rows(size_t height, size_t n)
{
    return height + BLOCK_ROWS + n - 1;
}

convolution_picture convolution_picture_open(const ocl_env *env, const convolution_settings *s)
{
    size_t max_n = s->filter.n;
    for (size_t i = 0; s->chart && s->widths[i]; i++)
        if (s->widths[i] > max_n) max_n = s->widths[i];
    ocl_picture colours = ocl_input_picture(env, s->pattern, "astronaut.bmp");
    convolution_picture p = { .width = colours.width, .height = colours.height };
    const size_t pixels = p.width * p.height;
    const double in = (double)padded_pitch(p.width, max_n) * (double)padded_rows(p.height, max_n);
    const double all = in + 2.0 * (double)(pixels + (max_n - 1) * p.width);
    ocl_require_memory(env->device, sizeof(float) * in, sizeof(float) * all,
                       sizeof(float) * (in + 4.0 * (double)pixels));
    p.max_serial = s->chart ? MAX_SERIAL_CHART : MAX_SERIAL;
    p.out_bytes = pixels * sizeof(float);
    p.grey = ocl_alloc(p.out_bytes);
    p.out = ocl_alloc(p.out_bytes);
    p.ref = ocl_alloc(p.out_bytes);
    for (size_t i = 0; i < pixels; i++) {    // luminance of ITU-R BT.601
        const uint8_t *rgba = colours.rgba + 4 * i;
        p.grey[i] = 0.299f * rgba[0] + 0.587f * rgba[1] + 0.114f * rgba[2];
        p.largest = fmax(p.largest, (double)p.grey[i]);
    }
    ocl_picture_free(&colours);
    return p;
}

// The index of the pixel that stands for index i of the padded row or column.
static size_t inside(size_t i, size_t before, size_t count)
{
    if (i < before) return 0;
    return i - before < count ? i - before : count - 1;
}

void convolution_pad(convolution_picture *p, size_t n, convolution_border border)
{
    const size_t before = n / 2;
    p->n = n;
    p->pitch = padded_pitch(p->width, n);
    p->rows = padded_rows(p->height, n);
    p->in_bytes = p->pitch * p->rows * sizeof(float);
    free(p->in);
    p->in = ocl_alloc(p->in_bytes);
    for (size_t y = 0; y < p->rows; y++) {
        const float *from = p->grey + inside(y, before, p->height) * p->width;
        float *to = p->in + y * p->pitch;
        const bool beside = y < before || y >= before + p->height;
        for (size_t x = 0; x < p->pitch; x++)
            to[x] = from[inside(x, before, p->width)];
        if (border == BORDER_EDGE) continue;
        for (size_t x = 0; x < p->pitch; x++)
            if (beside || x < before || x >= before + p->width) to[x] = 0.0f;
    }
}

// Row y of the filtered picture.  The loop over the columns is the inner one: compilers turn it
// into operations on vectors.
static void filter_row(convolution_picture *p, const convolution_filter *f, size_t y, double *sum)
{
    for (size_t x = 0; x < p->width; x++)
        sum[x] = 0.0;
    for (size_t r = 0; r < f->n; r++)
        for (size_t c = 0; c < f->n; c++) {
            const double tap = (double)f->tap[r * f->n + c];
            const float *from = p->in + (y + r) * p->pitch + c;
            for (size_t x = 0; x < p->width; x++)
                sum[x] += tap * (double)from[x];
        }
    for (size_t x = 0; x < p->width; x++)
        p->ref[y * p->width + x] = (float)sum[x];
}

void convolution_ref(convolution_picture *p, const convolution_filter *f)
{
    double *sum = ocl_alloc(p->width * sizeof *sum);
    for (size_t y = 0; y < p->height; y++)
        filter_row(p, f, y, sum);
    free(sum);
}

static int max_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

// By so many threads.
static void ref_openmp(convolution_picture *p, const convolution_filter *f, int threads)
{
#ifdef _OPENMP
    double *sums = ocl_alloc((size_t)threads * p->width * sizeof *sums);    // a row per thread
#pragma omp parallel for num_threads(threads)
    for (size_t y = 0; y < p->height; y++)
        filter_row(p, f, y, sums + (size_t)omp_get_thread_num() * p->width);
    free(sums);
#else
    (void)threads;
    convolution_ref(p, f);
#endif
}

void convolution_ref_openmp(convolution_picture *p, const convolution_filter *f)
{
    ref_openmp(p, f, max_threads());
}

void convolution_report(ocl_report *report, const convolution_settings *s,
                        const convolution_picture *p)
{
    ocl_report_count(report, "width", p->width);
    ocl_report_count(report, "height", p->height);
    ocl_report_text(report, "filter", s->filter_name);
    if (!s->chart) ocl_report_count(report, "filter_width", s->filter.n);
    ocl_report_text(report, "separable", s->filter.separable ? "yes" : "no");
}

// The best of the runs that begin within WAKE_NS: threads that slept take milliseconds to wake.
static double time_openmp_ns(convolution_picture *p, const convolution_filter *f, int threads)
{
    const double first_ns = ocl_wall_ns();
    double best_ns = INFINITY, begin_ns = first_ns;
    while (begin_ns < first_ns + WAKE_NS) {
        ref_openmp(p, f, threads);
        const double end_ns = ocl_wall_ns();
        best_ns = fmin(best_ns, end_ns - begin_ns);
        begin_ns = end_ns;
    }
    return best_ns;
}

void convolution_threads(ocl_report *report, convolution_picture *p, const convolution_filter *f)
{
#ifdef _OPENMP
    static const int THREADS[] = { 1, 4, 8 };
    const double products = (double)(p->width * p->height) * (double)(f->n * f->n);
    if (products > p->max_serial / 4.0) return;
    ocl_table table = ocl_table_open(report, "threads", "OpenMP threads, ms, times one thread");
    double one_ns = 0.0;
    for (size_t i = 0; i < 3; i++) {
        const double best_ns = time_openmp_ns(p, f, THREADS[i]);
        if (i == 0) one_ns = best_ns;
        ocl_table_row(&table, "%14d %9.3f %16.2f", THREADS[i], best_ns / 1e6, one_ns / best_ns);
    }
#else
    (void)report, (void)p, (void)f;
#endif
}

void convolution_references(ocl_report *report, convolution_picture *p, const convolution_filter *f)
{
    const double openmp_ms = time_openmp_ns(p, f, max_threads()) / 1e6;
    const double products = (double)(p->width * p->height) * (double)(f->n * f->n);
    double serial_ms = NAN;
    if (products <= p->max_serial) {
        const double begin_ns = ocl_wall_ns();
        OCL_TIME_REFERENCE(report, convolution_ref(p, f));
        serial_ms = (ocl_wall_ns() - begin_ns) / 1e6;
    }
    ocl_table table =
        ocl_table_open(report, "references", "filter width, one thread ms, OpenMP ms");
    ocl_table_row(&table, "%12zu %13.3f %9.3f", f->n, serial_ms, openmp_ms);
}

double convolution_limit(const ocl_env *env, size_t n, bool factors)
{
    const ocl_limits limits = env->limits;
    const double operations = factors ? 4.0 * (double)n : 2.0 * (double)(n * n);
    return 1e3 * fmin(limits.fma_gflops / operations, limits.copy_gbs / (2.0 * sizeof(float)));
}

// A sum of k products in float, in any order, with or without FMA, differs from the exact one by at
// most (k + 1) u times the sum of the absolute products, to first order (N. J. Higham, "Accuracy
// and Stability of Numerical Algorithms", 2nd ed., 3.1); u = 2^-24.  The reference adds one
// rounding.  1 % covers the other orders.  Where a device takes numbers below the smallest normal
// float for zero, each product may lose that much, times what it is multiplied with later.
//
// With factors there are two sums of n products, one of the other, and the factors' products differ
// from the taps by `deviation` in all.
double convolution_bound(const convolution_picture *p, const convolution_filter *f, bool factors)
{
    const double n = (double)f->n, unit = 1.01 * FLT_EPSILON / 2.0;
    const double tiny = n * n * FLT_MIN * (1.0 + p->largest) * fmax(1.0, f->sum);
    if (!factors) return ((n * n + 2.0) * unit * f->sum) * p->largest + tiny;
    return ((2.0 * n + 3.0) * unit * f->factor_sum + f->deviation) * p->largest + tiny;
}

void convolution_report_trial(ocl_report *report, ocl_trial *trial, const convolution_picture *p,
                              const convolution_goal *goal)
{
    const ocl_grid grid = { p->width, p->height };
    const ocl_result result = ocl_verify_grid_f32(trial->name, p->out, p->ref, grid, goal->bound);
    const ocl_work work = { .amount = (double)(p->width * p->height),
                            .unit = "Mpixel/s",
                            .limit = goal->limit };
    ocl_trial_report(trial, report, &work, result);
}

void convolution_write(const convolution_picture *p, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, p->width, p->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t i = 0; i < p->width * p->height; i++) {
        const float value = fminf(fmaxf(p->out[i], 0.0f), 255.0f);
        memset(picture.rgba + 4 * i, (int)lrintf(value), 3);
        picture.rgba[4 * i + 3] = 255;
    }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

void convolution_picture_close(convolution_picture *p)
{
    free(p->in);
    free(p->ref);
    free(p->out);
    free(p->grey);
}
