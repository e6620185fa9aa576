// SPDX-License-Identifier: MIT

#include "ref.h"

#include <string.h>

enum { VALUES = 256 };    // of a channel

// Recommendation ITU-R BT.601, rounded to the nearest integer.
static unsigned luma_of(const uint8_t *pixel)
{
    return (299u * pixel[0] + 587u * pixel[1] + 114u * pixel[2] + 500) / 1000;
}

// The new value for each old value.  counts[] has n pixels in all.
static void make_table(uint8_t table[VALUES], const uint32_t counts[VALUES], uint64_t n)
{
    uint64_t least = 0, cdf = 0;
    for (unsigned value = 0; value < VALUES; value++) {
        cdf += counts[value];
        if (least == 0) least = cdf;
        const uint64_t span = n - least, rank = cdf - least;
        table[value] = (uint8_t)(span == 0 ? value : (2 * 255 * rank + span) / (2 * span));
    }
}

static void channels_ref(uint8_t *out, const uint8_t *rgba, size_t n)
{
    memcpy(out, rgba, 4 * n);
    for (size_t c = 0; c < 3; c++) {
        uint32_t counts[VALUES] = { 0 };
        uint8_t table[VALUES];
        for (size_t i = c; i < 4 * n; i += 4)
            counts[rgba[i]]++;
        make_table(table, counts, n);
        for (size_t i = c; i < 4 * n; i += 4)
            out[i] = table[rgba[i]];
    }
}

static void luminance_ref(uint8_t *out, const uint8_t *rgba, size_t n)
{
    uint32_t counts[VALUES] = { 0 };
    uint8_t table[VALUES];
    for (size_t i = 0; i < n; i++)
        counts[luma_of(rgba + 4 * i)]++;
    make_table(table, counts, n);

    memcpy(out, rgba, 4 * n);
    for (size_t i = 0; i < n; i++) {
        const unsigned luma = luma_of(rgba + 4 * i);
        for (size_t c = 0; c < 3; c++) {
            const int value = rgba[4 * i + c] + table[luma] - (int)luma;
            out[4 * i + c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

void image_equalize_ref(ocl_picture *ref, const ocl_picture *picture, size_t channels)
{
    const size_t n = (size_t)picture->width * picture->height;
    if (channels == 1)
        luminance_ref(ref->rgba, picture->rgba, n);
    else
        channels_ref(ref->rgba, picture->rgba, n);
}
