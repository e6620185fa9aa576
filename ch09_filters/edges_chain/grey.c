// SPDX-License-Identifier: MIT

#include "grey.h"

uint8_t *grey_of(const ocl_picture *picture)
{
    const size_t pixels = (size_t)picture->width * picture->height;
    uint8_t *grey = ocl_alloc(pixels);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = picture->rgba + 4 * i;
        grey[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) / 256);
    }
    return grey;
}

void add_specks(uint8_t *grey, size_t pixels, double percent, uint64_t seed)
{
    for (size_t i = 0; i < pixels; i++) {
        const uint64_t random = ocl_random(seed, i);
        if ((double)(random >> 32) < percent / 100.0 * 0x1p32) grey[i] = random % 2 ? 255 : 0;
    }
}

double mean_difference(const uint8_t *a, const uint8_t *b, size_t pixels)
{
    double sum = 0.0;
    for (size_t i = 0; i < pixels; i++)
        sum += abs(a[i] - b[i]);
    return sum / (double)pixels;
}

void write_three(const char *path, const ocl_picture *size, const uint8_t *const grey[3])
{
    const size_t width = size->width, height = size->height;
    ocl_picture all;
    ocl_message why;
    if (!ocl_picture_alloc(&all, 3 * width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < 3 * width; x++) {
            uint8_t *to = all.rgba + 4 * (y * 3 * width + x);
            to[0] = to[1] = to[2] = grey[x / width][y * width + x % width];
            to[3] = 255;
        }
    ocl_output_picture(&all, path);
    ocl_picture_free(&all);
}
