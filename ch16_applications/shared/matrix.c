// SPDX-License-Identifier: MIT

#include "matrix.h"

#include <float.h>

enum { LARGEST = 8, DOUBLINGS = 18, BAND = 64 };    // BAND: columns

const char *const PATTERNS[] = { "regular", "skewed", "banded", NULL };

static size_t row_length(size_t pattern, size_t rows, size_t row, uint64_t seed)
{
    const uint64_t random = ocl_random(seed, row);
    size_t length = 12 + random % 5;
    if (pattern == SKEWED) {
        length = random % 8 == 0 ? 0 : 1;
        for (int bit = 0; bit < DOUBLINGS && (random >> (8 + bit) & 1); bit++)
            length *= 2;
    }
    return ocl_smaller(length, rows);
}

matrix matrix_plan(size_t rows, size_t pattern, uint64_t seed)
{
    matrix a = { .rows = rows };
    for (size_t row = 0; row < rows; row++) {
        const size_t length = row_length(pattern, rows, row, seed);
        a.count += length;
        if (length > a.width) a.width = length;
    }
    return a;
}

void fill_numbers(float *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (float)(ocl_random(seed, i) % (2 * LARGEST + 1)) - LARGEST;
}

// A row of n numbers has one in each n-th part of the columns, or of the band around the diagonal.
void matrix_fill(matrix *a, size_t pattern, uint64_t seed)
{
    a->first = ocl_alloc((a->rows + 1) * sizeof *a->first);
    a->columns = ocl_alloc((a->count + 1) * sizeof *a->columns);
    a->values = ocl_alloc((a->count + 1) * sizeof *a->values);
    fill_numbers(a->values, a->count + 1, seed + 2);
    a->columns[a->count] = 0;
    size_t at = 0;
    for (size_t row = 0; row < a->rows; row++) {
        const size_t n = row_length(pattern, a->rows, row, seed);
        const size_t columns = pattern == BANDED ? ocl_smaller(a->rows, BAND) : a->rows;
        const size_t above = row < columns / 2 ? 0 : row - columns / 2;
        const size_t left = ocl_smaller(above, a->rows - columns);    // of the band
        a->first[row] = (uint32_t)at;
        for (size_t i = 0; i < n; i++, at++) {
            const size_t begin = i * columns / n, end = (i + 1) * columns / n;
            a->columns[at] = (uint32_t)(left + begin + ocl_random(seed + 1, at) % (end - begin));
        }
    }
    a->first[a->rows] = (uint32_t)at;
}

void matrix_bounds(float *bounds, const matrix *a, const float *x)
{
    const double u = FLT_EPSILON / 2.0;
    bool are_whole = a->width <= (size_t)1 << DOUBLINGS;    // a longer row may round
    for (size_t i = 0; i < a->count; i++)
        are_whole =
            are_whole && fabsf(a->values[i]) <= LARGEST && a->values[i] == rintf(a->values[i]);
    for (size_t row = 0; row < a->rows; row++) {
        double sum = 0.0;
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
            sum += fabs((double)a->values[i] * (double)x[a->columns[i]]);
        const double roundings = 2.0 * (a->first[row + 1] - a->first[row]) + 1.0;
        bounds[row] = are_whole ? 0.0f : (float)(1.01 * roundings * u * sum);
    }
}

void matrix_free(matrix *a)
{
    free(a->values);
    free(a->columns);
    free(a->first);
}
