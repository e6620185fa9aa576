// SPDX-License-Identifier: MIT
//
// water - heights of water as colours.

#include "water.h"

void draw_water(ocl_picture *picture, const cl_int *heights, const uint8_t *wall, double full)
{
    static const double LOW[] = { 0, 6, 30 }, FLAT[] = { 10, 78, 130 }, HIGH[] = { 255, 255, 255 };
    static const uint8_t SAND[] = { 214, 160, 96 };
    const size_t pixels = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < pixels; i++) {
        const double part = sqrt(fmin(abs(heights[i]) / full, 1.0));
        const double *end = heights[i] < 0 ? LOW : HIGH;
        for (size_t c = 0; c < 3; c++) {
            const double colour = FLAT[c] + part * (end[c] - FLAT[c]);
            picture->rgba[4 * i + c] = wall && wall[i] ? SAND[c] : (uint8_t)(colour + 0.5);
        }
        picture->rgba[4 * i + 3] = 255;
    }
}
