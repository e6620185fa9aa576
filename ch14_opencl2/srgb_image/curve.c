// SPDX-License-Identifier: MIT

#include "curve.h"

#include <math.h>

double light_of(double level)
{
    const double stored = level / 255.0;
    return stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4);
}

double level_of(double light)
{
    return 255.0 * (light < 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1.0 / 2.4) - 0.055);
}

void draw_levels(uint8_t pixels[4 * LEVELS])
{
    for (size_t i = 0; i < LEVELS; i++) {
        pixels[4 * i] = (uint8_t)i;
        pixels[4 * i + 1] = (uint8_t)(LEVELS - 1 - i);
        pixels[4 * i + 2] = (uint8_t)(7 * i);
        pixels[4 * i + 3] = (uint8_t)(5 * i);
    }
}

ocl_result levels_verify(const char *what, const float *read, const uint8_t pixels[4 * LEVELS],
                         cl_channel_order order)
{
    float got[4 * LEVELS], want[4 * LEVELS];
    for (size_t i = 0; i < 4 * LEVELS; i++) {
        const size_t c = i % 4, swapped = order == CL_sBGRA && c < 3 ? 2 - c : c;
        const double value = (double)read[i];
        got[i] = (float)(c < 3 && order != CL_RGBA ? level_of(value) : 255.0 * value);
        want[i] = c == 3 && order == CL_sRGBx ? 255.0F : pixels[i - c + swapped];
    }
    return ocl_verify_f32(what, got, want, 4 * LEVELS, 0.5);
}
