// SPDX-License-Identifier: MIT

#include "rows.h"

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

// As in fft.c.
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
