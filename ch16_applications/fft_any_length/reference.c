// SPDX-License-Identifier: MIT

#include "reference.h"
#include <float.h>

static const double PI = 3.14159265358979323846;

static complex_f64 product(complex_f64 a, complex_f64 b)
{
    return (complex_f64){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static size_t smallest_factor(size_t n)
{
    size_t factor = 2;
    while (n % factor != 0)
        factor++;
    return factor;
}

// The answer in plain C: p spectra of every p-th number make that of all, for the smallest factor p
// of n.  A prime n is its own factor: then this is the formula itself.
void fft_ref(complex_f64 *y, const complex_f64 *x, size_t n, size_t stride)
{
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    const size_t p = smallest_factor(n), size = n / p;
    complex_f64 *part = ocl_alloc(p * sizeof *part), *roots = ocl_alloc(n * sizeof *roots);
    for (size_t i = 0; i < n; i++) {
        const double angle = -2.0 * PI * (double)i / (double)n;
        roots[i] = (complex_f64){ cos(angle), sin(angle) };
    }
    for (size_t r = 0; r < p; r++)
        fft_ref(y + r * size, x + r * stride, size, p * stride);
    for (size_t k = 0; k < size; k++) {
        for (size_t r = 0; r < p; r++)
            part[r] = y[r * size + k];
        for (size_t place = k; place < n; place += size) {
            complex_f64 sum = { 0.0, 0.0 };
            for (size_t r = 0; r < p; r++) {
                const complex_f64 turned = product(roots[r * place % n], part[r]);
                sum = (complex_f64){ sum.re + turned.re, sum.im + turned.im };
            }
            y[place] = sum;
        }
    }
    free(roots);
    free(part);
}

// All rows of the picture, then all columns.
void picture_ref(complex_f64 *y, const cl_float2 *x, size_t width, size_t height)
{
    complex_f64 *from = ocl_alloc(width * height * sizeof *from);
    for (size_t i = 0; i < width * height; i++)
        from[i] = (complex_f64){ (double)x[i].s[0], (double)x[i].s[1] };
    for (size_t row = 0; row < height; row++)
        fft_ref(y + row * width, from + row * width, width, 1);
    complex_f64 *column = ocl_alloc(height * sizeof *column);
    memcpy(from, y, width * height * sizeof *from);
    for (size_t c = 0; c < width; c++) {
        fft_ref(column, from + c, height, width);
        for (size_t row = 0; row < height; row++)
            y[row * width + c] = column[row];
    }
    free(column);
    free(from);
}

// One for each number and each factor of its line's length.
double products_of_reference(size_t width, size_t height)
{
    double sums = 0.0;
    for (size_t rest = width; rest > 1; rest /= smallest_factor(rest))
        sums += (double)smallest_factor(rest);
    for (size_t rest = height; rest > 1; rest /= smallest_factor(rest))
        sums += (double)smallest_factor(rest);
    return sums * (double)width * (double)height;
}

void draw_spectrum(const cl_float2 *y, size_t width, size_t height, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    double most = 0.0;
    for (size_t i = 1; i < width * height; i++)
        most = fmax(most, hypot((double)y[i].s[0], (double)y[i].s[1]));
    for (size_t i = 0; i < width * height; i++) {
        const size_t column = (i % width + width / 2) % width;
        const size_t row = (i / width + height / 2) % height;
        const double part = hypot((double)y[i].s[0], (double)y[i].s[1]) / fmax(most, FLT_MIN);
        const double bright = 1.0 + log10(fmax(part, 1e-4)) / 4.0;
        uint8_t *pixel = picture.rgba + 4 * (row * width + column);
        memset(pixel, (int)(255.0 * fmin(bright, 1.0)), 3);
        pixel[3] = 255;
    }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}
