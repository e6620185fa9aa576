// SPDX-License-Identifier: MIT

#include "check.h"

#include <float.h>

// As in fft.c, in units of u = 2^-24.  A pass of two numbers adds at most 33 u, so 44 u for each
// bit are enough for it.  Rounds of 16 numbers add less than four times 44 u:
//
//     8 u      cospi and sinpi: 4 ULP each.  The 15th power of the root is off by 15 times as much
//     40 u     the 14 complex products on the way to this power
//     3 u      the product of a number with it
//     11 u     four sums, and two products inside of spectrum_16
//
// A launch that turns its columns adds less than 174 u in the same way.  The roots of `vectors` are
// off by 1 u; what it adds is below the same sum.  2 u as in fft.c.
//
// These are parts of the length of a row, that is of all its numbers together.  The length of the
// error of a row is compared with this; so many wrong numbers show where each of them is small.
static double row_bound(size_t n, size_t launches)
{
    const double units = 44.0 * log2((double)n) + 174.0 * (double)launches + 2.0;
    return units * FLT_EPSILON / 2.0;
}

// A single number is off by at most the length of the whole error.  For long rows that is more than
// many of the numbers: sqrt(n) grows, and a number of noise grows as slowly as the length of x.
static double number_bound(const cl_float2 *x, size_t n, size_t rows, size_t launches)
{
    double largest = 0.0;    // of a row: the square of its length
    for (size_t r = 0; r < rows; r++) {
        double squares = 0.0;
        for (size_t i = r * n; i < (r + 1) * n; i++)
            squares +=
                (double)x[i].s[0] * (double)x[i].s[0] + (double)x[i].s[1] * (double)x[i].s[1];
        largest = largest > squares ? largest : squares;
    }
    return row_bound(n, launches) * sqrt((double)n) * sqrt(largest);
}

// How long the error of each row is, as a part of the length of its spectrum.
static void find_errors(float *off, const cl_float2 *y, const cl_float2 *ref, size_t n, size_t rows)
{
    for (size_t r = 0; r < rows; r++) {
        double error = 0.0, length = 0.0;
        for (size_t i = r * n; i < (r + 1) * n; i++)
            for (int c = 0; c < 2; c++) {
                const double want = (double)ref[i].s[c], differs = (double)y[i].s[c] - want;
                error += differs * differs;
                length += want * want;
            }
        off[r] = (float)sqrt(error / length);
    }
}

ocl_result fft_verify(const char *name, const cl_float2 *y, const cl_float2 *ref,
                      const cl_float2 *x, size_t n, size_t rows, size_t launches)
{
    float *off = ocl_alloc(rows * sizeof *off), *none = ocl_alloc(rows * sizeof *none);
    memset(none, 0, rows * sizeof *none);
    find_errors(off, y, ref, n, rows);
    const double bound = number_bound(x, n, rows, launches);
    const ocl_result numbers = ocl_verify_f32(name, y[0].s, ref[0].s, 2 * n * rows, bound);
    const ocl_result whole =
        ocl_verify_f32("length of a row's error", off, none, rows, row_bound(n, launches));
    free(none);
    free(off);
    return ocl_result_both(numbers, whole);
}
