// SPDX-License-Identifier: MIT

#include "drawing.h"

#include <float.h>

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
