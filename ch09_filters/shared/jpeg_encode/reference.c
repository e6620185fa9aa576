// SPDX-License-Identifier: MIT

#include "jpeg_encode.h"

#include <float.h>

enum { SIDE = 8, LEVEL = 128 };

// basis[x][u] = C(u) / 2 * cos((2 x + 1) u pi / 16); C(0) = sqrt(1/2), else 1.
static void make_basis(double basis[SIDE][SIDE])
{
    const double pi = 3.14159265358979323846;
    for (int x = 0; x < SIDE; x++)
        for (int u = 0; u < SIDE; u++)
            basis[x][u] = (u == 0 ? sqrt(0.125) : 0.5) * cos((2 * x + 1) * u * pi / 16.0);
}

void jpeg_dct_ref(double coefficients[JPEG_BLOCK], const double shifted[JPEG_BLOCK])
{
    double basis[SIDE][SIDE], rows[SIDE][SIDE];    // rows[y][u]
    make_basis(basis);
    for (int y = 0; y < SIDE; y++)
        for (int u = 0; u < SIDE; u++) {
            double sum = 0.0;
            for (int x = 0; x < SIDE; x++)
                sum += basis[x][u] * shifted[SIDE * y + x];
            rows[y][u] = sum;
        }
    for (int v = 0; v < SIDE; v++)
        for (int u = 0; u < SIDE; u++) {
            double sum = 0.0;
            for (int y = 0; y < SIDE; y++)
                sum += basis[y][v] * rows[y][u];
            coefficients[SIDE * v + u] = sum;
        }
}

// 8 values, `stride` apart, become their DCT, times sqrt(8) * 2^13 (C. Loeffler, A. Ligtenberg,
// G. S. Moschytz, ICASSP 1989), then / 2^shift, rounded.
static void transform(int32_t *values, int stride, int shift)
{
    int32_t s[4], d[4];
    for (int i = 0; i < 4; i++) {
        s[i] = values[i * stride] + values[(7 - i) * stride];
        d[i] = values[i * stride] - values[(7 - i) * stride];
    }
    const int32_t outer = s[0] - s[3], inner = s[1] - s[2];
    const int32_t rotated = (outer + inner) * 4433;            // 0.541196
    const int32_t all = (d[0] + d[1] + d[2] + d[3]) * 9633;    // 1.175876
    const int32_t far = all - (d[1] + d[3]) * 16069;           // 1.961571
    const int32_t near = all - (d[0] + d[2]) * 3196;           // 0.390181
    const int32_t ends = (d[0] + d[3]) * 7373;                 // 0.899976
    const int32_t middle = (d[1] + d[2]) * 20995;              // 2.562915
    const int32_t parts[SIDE] = {
        (s[0] + s[3] + s[1] + s[2]) * 8192,
        d[0] * 12299 - ends + near,     // 1.501321
        rotated + outer * 6270,         // 0.765367
        d[1] * 25172 - middle + far,    // 3.072711
        (s[0] + s[3] - s[1] - s[2]) * 8192,
        d[2] * 16819 - middle + near,    // 2.053120
        rotated - inner * 15137,         // 1.847759
        d[3] * 2446 - ends + far,        // 0.298631
    };
    for (int i = 0; i < SIDE; i++)
        values[i * stride] = (int32_t)floor(parts[i] / (double)(1 << shift) + 0.5);
}

void jpeg_dct_integer(int32_t coefficients[JPEG_BLOCK], const int32_t shifted[JPEG_BLOCK])
{
    memcpy(coefficients, shifted, JPEG_BLOCK * sizeof *coefficients);
    for (int y = 0; y < SIDE; y++)
        transform(coefficients + SIDE * y, 1, 11);    // four times what they were
    for (int u = 0; u < SIDE; u++)
        transform(coefficients + u, SIDE, 15);
}

static uint32_t at_most(uint32_t value, uint32_t most)
{
    return value < most ? value : most;
}

// A component of a pixel, rounded.  The factors are whole multiples of 2^-16, as in libjpeg.  A
// half of Cb or Cr is rounded down, so that 255.5 fits 8 bits.
static int component_of(const uint8_t *rgba, uint32_t component)
{
    static const int factors[3][3] = { { 19595, 38470, 7471 },
                                       { -11059, -21709, 32768 },
                                       { 32768, -27439, -5329 } };
    const int *f = factors[component];
    const int sum = f[0] * rgba[0] + f[1] * rgba[1] + f[2] * rgba[2];
    return (component == 0 ? sum + 32768 : sum + LEVEL * 65536 + 32767) / 65536;
}

static int sample_at(const jpeg_file *f, const uint8_t *rgba, uint32_t component,
                     const uint32_t place[2])
{
    const jpeg_component *c = &f->components[component];
    const uint32_t columns = f->h_max / c->h, rows = f->v_max / c->v, pixels = columns * rows;
    const uint32_t row = at_most(place[1], c->height - 1);
    int sum = pixels > 1 ? (int)(pixels / 2 - 1 + place[0] % 2) : 0;
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < columns; i++) {
            const size_t x = at_most(place[0] * columns + i, f->width - 1);
            const size_t y = at_most(row * rows + j, f->height - 1);
            sum += component_of(rgba + 4 * (y * f->width + x), component);
        }
    return sum / (int)pixels;
}

// Column and row of the block that block (x, y) is made from: itself; or, behind the picture, the
// last one of the MCU that has pixels.
static void find_source(uint32_t source[2], const jpeg_component *c, uint32_t x, uint32_t y)
{
    const uint32_t last_x = (c->width - 1) / SIDE, last_y = (c->height - 1) / SIDE;
    if (y > last_y) x = x / c->h * c->h + c->h - 1;
    source[0] = at_most(x, last_x);
    source[1] = at_most(y, last_y);
}

// Block (x, y) of a component; `at` is its first coefficient.
static void make_block(jpeg_wanted *w, const jpeg_file *f, const uint8_t *rgba,
                       const uint32_t where[3], size_t at)
{
    const jpeg_component *c = &f->components[where[2]];
    uint32_t source[2];
    find_source(source, c, where[0], where[1]);
    double shifted[JPEG_BLOCK], exact[JPEG_BLOCK];
    int32_t whole[JPEG_BLOCK], integer[JPEG_BLOCK];
    for (uint32_t i = 0; i < JPEG_BLOCK; i++) {
        const uint32_t place[2] = { SIDE * source[0] + i % SIDE, SIDE * source[1] + i / SIDE };
        whole[i] = sample_at(f, rgba, where[2], place) - LEVEL;
        shifted[i] = whole[i];
    }
    jpeg_dct_ref(exact, shifted);
    jpeg_dct_integer(integer, whole);
    const bool is_seen = source[0] == where[0] && source[1] == where[1];
    for (int i = 0; i < JPEG_BLOCK; i++) {
        const bool kept = is_seen || i == 0;
        const int step = 8 * c->quantisation[i];
        const int magnitude = (abs(integer[i]) + step / 2) / step;
        w->exact[at + (size_t)i] = kept ? (float)(exact[i] / c->quantisation[i]) : 0.0f;
        w->integer[at + (size_t)i] = (int16_t)(!kept ? 0 : integer[i] < 0 ? -magnitude : magnitude);
    }
}

jpeg_wanted jpeg_wanted_new(const jpeg_file *f, const uint8_t *rgba)
{
    jpeg_wanted w = { .count = JPEG_BLOCK * (size_t)f->blocks };
    w.exact = ocl_alloc(w.count * sizeof *w.exact);
    w.integer = ocl_alloc(w.count * sizeof *w.integer);
    size_t at = 0;
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t y = 0; y < f->components[i].blocks_y; y++)
            for (uint32_t x = 0; x < f->components[i].blocks_x; x++, at += JPEG_BLOCK)
                make_block(&w, f, rgba, (const uint32_t[]){ x, y, i }, at);
    return w;
}

void jpeg_wanted_free(jpeg_wanted *w)
{
    free(w->integer);
    free(w->exact);
    *w = (jpeg_wanted){ 0 };
}

ocl_result jpeg_verify_coefficients(const char *what, const int16_t *got, const jpeg_wanted *wanted,
                                    bool in_integers)
{
    float *values = ocl_alloc(2 * wanted->count * sizeof *values);
    float *want = values + wanted->count;
    for (size_t i = 0; i < wanted->count; i++) {
        values[i] = got[i];
        want[i] = in_integers ? wanted->integer[i] : wanted->exact[i];
    }
    const double bound = in_integers ? 0.0 : 0.5 + 66.0 * 2048.0 * FLT_EPSILON / 2.0;
    const ocl_result result = ocl_verify_f32(what, values, want, wanted->count, bound);
    free(values);
    return result;
}
