// SPDX-License-Identifier: MIT

#include "rows.h"

#include <float.h>

enum { RATE = 8192 };    // samples per second

static const double PI = 3.14159265358979323846;

size_t log_2(size_t n)
{
    size_t bits = 0;
    while (n >> bits > 1)
        bits++;
    return bits;
}

// Two tones and noise in the real part, noise in the other one.
void make_sound(cl_float2 *x, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        const double t = 2.0 * PI * (double)(i % RATE) / RATE;
        const uint64_t random = ocl_random(seed, i);
        const double noise = (double)(random >> 40) / (1 << 23) - 1.0;
        const double other = (double)(random & 0xffffff) / (1 << 23) - 1.0;
        x[i].s[0] = (float)(0.5 * sin(440.0 * t) + 0.25 * sin(1000.0 * t) + noise);
        x[i].s[1] = (float)other;
    }
}

// The spectra of the even and of the odd places, one behind the other, become that of both.
void join_halves(complex_f64 *y, size_t n)
{
    for (size_t k = 0; k < n / 2; k++) {
        const double angle = -2.0 * PI * (double)k / (double)n, c = cos(angle), s = sin(angle);
        const complex_f64 a = y[k], b = y[k + n / 2];
        const complex_f64 turned = { c * b.re - s * b.im, c * b.im + s * b.re };
        y[k] = (complex_f64){ a.re + turned.re, a.im + turned.im };
        y[k + n / 2] = (complex_f64){ a.re - turned.re, a.im - turned.im };
    }
}

// The answer in plain C, as in fft.c.
void fft_ref(complex_f64 *y, const cl_float2 *x, size_t n, size_t stride)
{
    if (n == 1) {
        y[0] = (complex_f64){ (double)x->s[0], (double)x->s[1] };
        return;
    }
    fft_ref(y, x, n / 2, 2 * stride);
    fft_ref(y + n / 2, x + stride, n / 2, 2 * stride);
    join_halves(y, n);
}

void fft_rows_ref(cl_float2 *y, const cl_float2 *x, size_t n, size_t rows)
{
    complex_f64 *row = ocl_alloc(n * sizeof *row);
    for (size_t r = 0; r < rows; r++) {
        fft_ref(row, x + r * n, n, 1);
        for (size_t i = 0; i < n; i++) {
            y[r * n + i].s[0] = (float)row[i].re;
            y[r * n + i].s[1] = (float)row[i].im;
        }
    }
    free(row);
}

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
    const double units = 44.0 * (double)log_2(n) + 174.0 * (double)launches + 2.0;
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

cl_mem make_roots(const ocl_env *env, double whole, size_t first, size_t rows, size_t columns)
{
    enum { MORE = 16 };    // a vector may reach past the end
    const size_t count = rows * columns, bytes = (count + MORE) * sizeof(cl_float2);
    cl_float2 *roots = ocl_alloc(bytes);
    memset(roots, 0, bytes);
    for (size_t i = 0; i < count; i++) {
        const size_t factor = first + i / columns * (first == 0 ? 1 : 15);
        const double times = (double)(i % columns) * (double)factor;
        const double angle = -2.0 * PI * fmod(times, whole) / whole;
        roots[i].s[0] = (float)cos(angle);
        roots[i].s[1] = (float)sin(angle);
    }
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, roots);
    free(roots);
    return buffer;
}
