// SPDX-License-Identifier: MIT

#include "sea.h"

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81, SECONDS = 16.0;    // of all frames

// How strong a wave is: k is its number of turns per metre, times 2 pi.  (O. M. Phillips: long
// waves are the strongest, up to a length that the wind allows; waves run with the wind.)
static double strength(double kx, double ky, double wind)
{
    const double k = hypot(kx, ky), length = wind * wind / GRAVITY, along = (kx + 0.5 * ky) / k;
    if (k == 0.0) return 0.0;
    return sqrt(exp(-1.0 / (k * length * k * length) - 0.04 * k * k)) * fabs(along) / (k * k);
}

void make_sea(cl_float4 *begin, cl_uint *turns, size_t n, double wind, uint64_t seed)
{
    double squares = 0.0;
    for (size_t i = 0; i < n * n; i++) {
        const size_t column = i % n, row = i / n, other = (n - row) % n * n + (n - column) % n;
        const double step = 2.0 * PI / (double)n;
        const double kx = step * ((double)column - (column < n / 2 ? 0.0 : (double)n));
        const double ky = step * ((double)row - (row < n / 2 ? 0.0 : (double)n));
        const bool fastest = column == n / 2 || row == n / 2;    // has no other way to run
        const double s = fastest ? 0.0 : strength(kx, ky, wind) * (kx + 0.5 * ky > 0.0 ? 1.0 : 0.2);
        const double size = s * sqrt(-2.0 * log((double)ocl_random_f32(1e-6f, 1, seed, 2 * i)));
        const double angle = 2.0 * PI * (double)ocl_random_f32(0, 1, seed, 2 * i + 1);
        begin[i].s[0] = begin[other].s[2] = (float)(size * cos(angle));
        begin[i].s[1] = (float)(size * sin(angle));
        begin[other].s[3] = -begin[i].s[1];
        turns[i] = (cl_uint)(sqrt(GRAVITY * hypot(kx, ky)) * SECONDS / (2.0 * PI));
        squares += 2.0 * size * size;
    }
    for (size_t i = 0; i < n * n; i++)
        for (int c = 0; c < 4; c++)
            begin[i].s[c] = (float)((double)begin[i].s[c] * 0.6 / sqrt(squares));
}

void make_roots(cl_float2 *roots, size_t n)
{
    for (size_t k = 0; k < n / 2; k++) {
        roots[k].s[0] = (float)cos(2.0 * PI * (double)k / (double)n);
        roots[k].s[1] = (float)sin(2.0 * PI * (double)k / (double)n);
    }
}

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
