// SPDX-License-Identifier: MIT
//
// reference - the water in plain C, in double.

#include "reference.h"
#include "sea.h"

static const double PI = 3.14159265358979323846;

typedef struct {
    double re, im;
} complex_f64;

static complex_f64 product(complex_f64 a, complex_f64 b)
{
    return (complex_f64){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

// The sum of all waves of a line, in plain C: as fft_ref of fft, with another sign of the angle.
static void line_ref(complex_f64 *y, const complex_f64 *x, size_t n, size_t stride)
{
    y[0] = x[0];
    if (n == 1) return;
    line_ref(y, x, n / 2, 2 * stride);
    line_ref(y + n / 2, x + stride, n / 2, 2 * stride);
    for (size_t k = 0; k < n / 2; k++) {
        const double angle = 2.0 * PI * (double)k / (double)n;
        const complex_f64 turned = product((complex_f64){ cos(angle), sin(angle) }, y[k + n / 2]);
        const complex_f64 a = y[k];
        y[k] = (complex_f64){ a.re + turned.re, a.im + turned.im };
        y[k + n / 2] = (complex_f64){ a.re - turned.re, a.im - turned.im };
    }
}

sums water_ref(cl_float2 *water, const cl_float4 *begin, const cl_uint *turns, size_t n,
               unsigned frame)
{
    complex_f64 *waves = ocl_alloc(2 * n * n * sizeof *waves), *line = ocl_alloc(n * sizeof *line);
    sums all = { 0.0, 0.0, 0.0 };
    for (size_t i = 0; i < n * n; i++) {
        const double turn = 2.0 * PI * (turns[i] * frame % FRAMES) / FRAMES;
        const complex_f64 ahead = { cos(turn), sin(turn) }, back = { cos(turn), -sin(turn) };
        const complex_f64 a =
            product((complex_f64){ (double)begin[i].s[0], (double)begin[i].s[1] }, ahead);
        const complex_f64 b =
            product((complex_f64){ (double)begin[i].s[2], (double)begin[i].s[3] }, back);
        const double step = 2.0 * PI / (double)n;
        const double kx = step * ((double)(i % n) - (i % n < n / 2 ? 0.0 : (double)n));
        const double ky = step * ((double)(i / n) - (i / n < n / 2 ? 0.0 : (double)n));
        waves[i] = (complex_f64){ a.re + b.re, a.im + b.im };
        waves[n * n + i] = product((complex_f64){ -ky, kx }, waves[i]);
        const double lengths = hypot(a.re, a.im) + hypot(b.re, b.im);
        all.energy += waves[i].re * waves[i].re + waves[i].im * waves[i].im;
        all.heights += lengths * lengths;
        all.slopes += lengths * lengths * (kx * kx + ky * ky);
    }
    for (size_t row = 0; row < 2 * n; row++) {
        line_ref(line, waves + row * n, n, 1);
        memcpy(waves + row * n, line, n * sizeof *line);
    }
    for (size_t column = 0; column < 2 * n; column++) {
        const size_t first = column / n * n * n + column % n;
        line_ref(line, waves + first, n, n);
        for (size_t row = 0; row < n; row++)
            water[first + row * n] =
                (cl_float2){ .s = { (float)line[row].re, (float)line[row].im } };
    }
    free(line);
    free(waves);
    return all;
}
