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
