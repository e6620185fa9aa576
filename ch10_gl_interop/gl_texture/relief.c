// SPDX-License-Identifier: MIT

#include "relief.h"

static int clamped(int at, uint32_t size)
{
    return at < 0 ? 0 : at >= (int)size ? (int)size - 1 : at;
}

// The pixel's channel; outside that of the nearest pixel.
static int level(const ocl_picture *in, int x, int y, size_t channel)
{
    const size_t pixel = (size_t)clamped(y, in->height) * in->width + (size_t)clamped(x, in->width);
    return in->rgba[4 * pixel + channel];
}

void relief_ref(float *ref, const ocl_picture *in, size_t line)
{
    for (int y = 0; y < (int)in->height; y++)
        for (int x = 0; x < (int)in->width; x++)
            for (size_t c = 0; c < 4; c++) {
                double value = level(in, x, y, c);
                if ((size_t)x < line && c < 3)
                    value = 127.5 + level(in, x + 1, y + 1, c) - level(in, x - 1, y - 1, c);
                *ref++ = (float)fmin(fmax(value, 0), 255);
            }
}

// Beside the 0.6: few floats from 0 to 1 are added, each with an error of at most 2^-22.
ocl_result relief_verify(const uint8_t *texels, const float *ref, ocl_grid size)
{
    const ocl_grid channels = { 4 * size.width, size.height };
    const size_t count = channels.width * channels.height;
    float *got = ocl_alloc(count * sizeof *got);
    for (size_t i = 0; i < count; i++)
        got[i] = texels[i];
    const ocl_result result =
        ocl_verify_grid_f32("texture", got, ref, channels, 0.6 + ldexp(1, -10));
    free(got);
    return result;
}
