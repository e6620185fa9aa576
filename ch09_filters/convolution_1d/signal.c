// SPDX-License-Identifier: MIT

#include "signal.h"

#include <float.h>

static const float EXAMPLE_X[] = { 1.0f, 3.0f, 4.0f, 2.0f, 1.0f }, EXAMPLE_H[] = { 2.0f, 1.0f };

// A sum of k products in float differs from the exact one by at most (k + 1) u times the sum of the
// absolute products, to first order (N. J. Higham, "Accuracy and Stability of Numerical
// Algorithms", 2nd ed., 3.1); u = 2^-24.  The reference adds one rounding.  1 % covers the other
// orders.
//
// That never happens in a long sum of numbers that are uniform in [-1, 1].  It is off by more than
// u (4 k + 8 sqrt(k)) with a probability of less than 1e-14: ch08_matmul/shared/product/check.c.
static void find_bounds(convolution_signal *s)
{
    double largest = 0.0, size = 0.0;    // of x; of the numbers of h that meet x
    for (size_t i = 0; i < s->n; i++)
        largest = fmax(largest, fabs((double)s->in[s->before + i]));
    for (size_t i = 0; i < s->count; i++) {
        const size_t first = i < s->n ? 0 : i - s->n + 1, end = i < s->m ? i + 1 : s->m;
        const double k = (double)(end - first);
        if (i < s->m) size += fabs((double)s->h[i]);
        if (first > 0) size -= fabs((double)s->h[first - 1]);
        const double worst = 1.01 * (k + 2.0) * size * largest, likely = 4.0 * k + 8.0 * sqrt(k);
        s->bounds[i] = (float)(FLT_EPSILON / 2.0 * fmin(worst, likely));
    }
}

convolution_signal convolution_signal_open(const ocl_env *env, bool example)
{
    const ocl_options *opt = env->options;
    const double n = (double)(example ? 5 : opt->n[0]), m = (double)(example ? 2 : opt->n[1]);
    const double in = n + 2.0 * m + PIECE + 2.0 * MAX_BLOCK, all = in + 2.0 * (n + m) + EACH;
    ocl_require_memory(env->device, sizeof(float) * in, sizeof(float) * all,
                       sizeof(float) * (all + 2.0 * (n + m)));
    convolution_signal s = { .n = (size_t)n, .m = (size_t)m };
    s.count = s.n + s.m - 1;
    s.before = ocl_round_up(s.m, PIECE);
    s.in_bytes = (s.before + ocl_round_up(s.count, MAX_BLOCK) + MAX_BLOCK) * sizeof(float);
    s.h_bytes = ocl_round_up(s.m, EACH) * sizeof(float);
    s.y_bytes = s.count * sizeof(float);
    s.in = ocl_alloc(s.in_bytes);
    s.h = ocl_alloc(s.h_bytes);
    s.y = ocl_alloc(s.y_bytes);
    s.ref = ocl_alloc(s.y_bytes);
    s.bounds = ocl_alloc(s.y_bytes);
    memset(s.in, 0, s.in_bytes);
    memset(s.h, 0, s.h_bytes);
    if (example) {
        memcpy(s.in + s.before, EXAMPLE_X, sizeof EXAMPLE_X);
        memcpy(s.h, EXAMPLE_H, sizeof EXAMPLE_H);
    } else {
        ocl_fill_f32(s.in + s.before, s.n, -1.0f, 1.0f, opt->seed);
        ocl_fill_f32(s.h, s.m, -1.0f, 1.0f, opt->seed + 1);
    }
    find_bounds(&s);
    return s;
}

void convolution_1d_ref(convolution_signal *s)
{
    const float *x = s->in + s->before;
    for (size_t i = 0; i < s->count; i++) {
        double sum = 0.0;
        for (size_t j = i < s->n ? 0 : i - s->n + 1; j < s->m && j <= i; j++)
            sum += (double)s->h[j] * (double)x[i - j];
        s->ref[i] = (float)sum;
    }
}

double convolution_1d_limit(const ocl_env *env, const convolution_signal *s)
{
    const ocl_limits limits = env->limits;
    const double operations = 2.0 * (double)s->n * (double)s->m / (double)s->count;    // per sample
    return 1e3 * fmin(limits.fma_gflops / operations, limits.copy_gbs / (2.0 * sizeof(float)));
}

void convolution_1d_print(ocl_report *report, const convolution_signal *s)
{
    if (s->count > SHORT) return;
    ocl_table table = ocl_table_open(report, "samples", "i, y");
    for (size_t i = 0; i < s->count; i++)
        ocl_table_row(&table, "%3zu %9.5f", i, (double)s->y[i]);
}

void convolution_1d_draw(const ocl_report *report, const convolution_signal *s, const char *path)
{
    enum { SERIES = 3 };
    static const char *const labels[SERIES] = { "the signal x", "the filter h", "the result y" };
    const float *from[SERIES] = { s->in + s->before, s->h, s->y };
    const size_t counts[SERIES] = { s->n, s->m, s->count };
    double values[SERIES][SHORT];
    char numbers[SHORT][8];
    const char *names[SHORT];
    ocl_series series[SERIES];
    for (size_t k = 0; k < SERIES; k++) {
        for (size_t i = 0; i < s->count; i++)
            values[k][i] = i < counts[k] ? (double)from[k][i] : (double)NAN;    // NaN: no bar
        series[k] = (ocl_series){
            .label = labels[k], .y = values[k], .count = s->count, .colour = ocl_palette(k)
        };
    }
    for (size_t i = 0; i < s->count; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%zu", i);
        names[i] = numbers[i];
    }
    ocl_output_bars(report,
                    &(ocl_chart){ .title = "A filter meets a signal: y = x * h",
                                  .x_label = "number of the sample",
                                  .series = series,
                                  .series_count = SERIES,
                                  .names = names },
                    path);
}

void convolution_signal_close(convolution_signal *s)
{
    free(s->bounds);
    free(s->ref);
    free(s->y);
    free(s->h);
    free(s->in);
}
