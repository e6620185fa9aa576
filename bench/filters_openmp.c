// SPDX-License-Identifier: MIT

#include "filters_peers.h"

#include <math.h>
#include <stdint.h>

// The pixel of each filter from the nine values a b c / d e f / g h i.  Intermediate values of the
// 8-bit filters have 16 bits, so that the compiler fits as many as it can into a vector.
#define NINE(type) type a, type b, type c, type d, type e, type f, type g, type h, type i

static inline uint8_t mean_byte(NINE(uint8_t))
{
    const uint16_t sum = (uint16_t)(a + b + c + d + e + f + g + h + i + 4);
    return (uint8_t)(sum / 9);
}

static inline float mean_float(NINE(float))
{
    return (a + b + c + d + e + f + g + h + i) * (1.0f / 9.0f);
}

static inline uint8_t gauss_byte(NINE(uint8_t))
{
    const uint16_t sum = (uint16_t)(a + c + g + i + 2 * (b + d + f + h) + 4 * e + 8);
    return (uint8_t)(sum >> 4);
}

static inline float gauss_float(NINE(float))
{
    return (a + c + g + i + 2.0f * (b + d + f + h) + 4.0f * e) * (1.0f / 16.0f);
}

// The middle one of nine, by 19 exchanges of two values (Smith 1996).
#define ORDER(type, x, y)                \
    {                                    \
        const type low = x < y ? x : y;  \
        const type high = x < y ? y : x; \
        x = low;                         \
        y = high;                        \
    }
#define MEDIAN(name, type)              \
    static inline type name(NINE(type)) \
    {                                   \
        ORDER(type, b, c)               \
        ORDER(type, e, f)               \
        ORDER(type, h, i)               \
        ORDER(type, a, b)               \
        ORDER(type, d, e)               \
        ORDER(type, g, h)               \
        ORDER(type, b, c)               \
        ORDER(type, e, f)               \
        ORDER(type, h, i)               \
        ORDER(type, a, d)               \
        ORDER(type, f, i)               \
        ORDER(type, e, h)               \
        ORDER(type, d, g)               \
        ORDER(type, b, e)               \
        ORDER(type, c, f)               \
        ORDER(type, e, h)               \
        ORDER(type, e, c)               \
        ORDER(type, g, e)               \
        ORDER(type, e, c)               \
        return e;                       \
    }
MEDIAN(median_byte, uint8_t)
MEDIAN(median_float, float)

static inline uint8_t sobel_byte(NINE(uint8_t))
{
    const int x = (c - a) + 2 * (f - d) + (i - g), y = (g - a) + 2 * (h - b) + (i - c);
    const float magnitude = sqrtf((float)(x * x + y * y)) + 0.5f;
    (void)e;
    return (uint8_t)(magnitude < 255.0f ? magnitude : 255.0f);
}

static inline float sobel_float(NINE(float))
{
    const float x = (c - a) + 2.0f * (f - d) + (i - g), y = (g - a) + 2.0f * (h - b) + (i - c);
    (void)e;
    return sqrtf(x * x + y * y);
}

// One row.  `step` is the distance of neighbours in the row, 1 or 4; it is a constant where the
// function is inlined.
#define ROW(type, filter)                                                                        \
    static void row_##filter(const peer_picture *p, size_t y, size_t step)                       \
    {                                                                                            \
        const size_t n = p->width * step, last = p->height - 1;                                  \
        const type *above = (const type *)p->in + (y > 0 ? y - 1 : 0) * n;                       \
        const type *middle = (const type *)p->in + y * n;                                        \
        const type *below = (const type *)p->in + (y < last ? y + 1 : last) * n;                 \
        type *restrict out = (type *)p->out + y * n;                                             \
        for (size_t part = 0; part < 3; part++) {                                                \
            const size_t begin = part == 0 ? 0 : part == 1 ? step : n > step ? n - step : n;     \
            const size_t end = part == 0 ? step : part == 1 ? (n > step ? n - step : step) : n;  \
            const size_t left = part == 0 ? 0 : step, right = part == 2 || n == step ? 0 : step; \
            for (size_t k = begin; k < end; k++)                                                 \
                out[k] = filter(above[k - left], above[k], above[k + right], middle[k - left],   \
                                middle[k], middle[k + right], below[k - left], below[k],         \
                                below[k + right]);                                               \
        }                                                                                        \
    }
ROW(uint8_t, mean_byte)
ROW(uint8_t, gauss_byte)
ROW(uint8_t, median_byte)
ROW(uint8_t, sobel_byte)
ROW(float, mean_float)
ROW(float, gauss_float)
ROW(float, median_float)
ROW(float, sobel_float)

void filters_openmp(peer_filter filter, const peer_picture *p)
{
    static void (*const BYTES[])(const peer_picture *, size_t,
                                 size_t) = { row_mean_byte, row_gauss_byte, row_median_byte,
                                             row_sobel_byte };
    static void (*const FLOATS[])(const peer_picture *, size_t,
                                  size_t) = { row_mean_float, row_gauss_float, row_median_float,
                                              row_sobel_float };
    void (*const row)(const peer_picture *, size_t, size_t) =
        (p->is_float ? FLOATS : BYTES)[filter];
#pragma omp parallel for schedule(static)
    for (size_t y = 0; y < p->height; y++)
        row(p, y, p->channels);
}
