// SPDX-License-Identifier: MIT

#include "standard.h"

#include "shared/jpeg/jpeg_reference.h"

const char *const IDCT_NAMES[IDCT_FIGURES] = { "peak", "worst square", "squares", "worst mean",
                                               "mean" };
const double IDCT_LIMITS[IDCT_FIGURES] = { 1.0, 0.06, 0.02, 0.015, 0.0015 };

const idct_range IDCT_RANGES[IDCT_SETS] = { { -256, 255, 1 },  { -5, 5, 1 },  { -300, 300, 1 },
                                            { -256, 255, -1 }, { -5, 5, -1 }, { -300, 300, -1 },
                                            { 0, 0, 1 } };

// The standard's generator of random numbers.
static int next_random(uint32_t *state, int low, int high)
{
    *state = *state * 1103515245u + 12345u;
    const double share = (double)(*state & 0x7ffffffeu) / 0x7fffffff;
    return low + (int)(share * (high - low + 1));
}

static double limit_to(double value, double low, double high)
{
    return fmin(fmax(floor(value + 0.5), low), high);
}

// F(v, u) from f(y, x) by the definition (A.3.3 of T.81), in double, separable.
static void forward_dct(double out[JPEG_BLOCK], const double in[JPEG_BLOCK],
                        const double basis[JPEG_BLOCK])
{
    double rows[JPEG_BLOCK] = { 0.0 };    // rows[8 * y + u]
    for (int i = 0; i < JPEG_BLOCK; i++)
        for (int x = 0; x < 8; x++)
            rows[i] += in[i / 8 * 8 + x] * basis[i % 8 * 8 + x];
    for (int i = 0; i < JPEG_BLOCK; i++) {
        out[i] = 0.0;
        for (int y = 0; y < 8; y++)
            out[i] += rows[8 * y + i % 8] * basis[i / 8 * 8 + y];
    }
}

void idct_make_set(int16_t *coefficients, int16_t *ref, idct_range r, size_t blocks)
{
    const double pi = 3.14159265358979323846;
    double basis[JPEG_BLOCK];    // basis[8 * k + n]
    for (int i = 0; i < JPEG_BLOCK; i++)
        basis[i] = cos((2 * (i % 8) + 1) * (i / 8) * pi / 16) * (i < 8 ? sqrt(0.125) : 0.5);
    uint32_t state = 1;
    for (size_t b = 0; b < blocks; b++) {
        double samples[JPEG_BLOCK], values[JPEG_BLOCK];
        for (int i = 0; i < JPEG_BLOCK; i++)
            samples[i] = r.sign * next_random(&state, r.low, r.high);
        forward_dct(values, samples, basis);
        for (int i = 0; i < JPEG_BLOCK; i++)
            values[i] = limit_to(values[i], -2048.0, 2047.0);
        jpeg_idct_ref(samples, values);
        for (size_t i = 0; i < JPEG_BLOCK; i++) {
            coefficients[b * JPEG_BLOCK + i] = (int16_t)values[i];
            ref[b * JPEG_BLOCK + i] = (int16_t)limit_to(samples[i], -256.0, 255.0);
        }
    }
}

void idct_find_figures(double figures[IDCT_FIGURES], const int16_t *samples, const int16_t *ref,
                       size_t blocks)
{
    const double count = (double)blocks;
    double peak = 0.0, all_squares = 0.0, all_errors = 0.0, worst_square = 0.0, worst_mean = 0.0;
    for (size_t i = 0; i < JPEG_BLOCK; i++) {
        double squares = 0.0, errors = 0.0;
        for (size_t b = 0; b < blocks; b++) {
            const double error = samples[b * JPEG_BLOCK + i] - ref[b * JPEG_BLOCK + i];
            peak = fmax(peak, fabs(error));
            squares += error * error;
            errors += error;
        }
        worst_square = fmax(worst_square, squares / count);
        worst_mean = fmax(worst_mean, fabs(errors) / count);
        all_squares += squares / count / JPEG_BLOCK;
        all_errors += errors / count / JPEG_BLOCK;
    }
    const double found[IDCT_FIGURES] = { peak, worst_square, all_squares, worst_mean,
                                         fabs(all_errors) };
    memcpy(figures, found, sizeof found);
}
