// SPDX-License-Identifier: MIT

#include "formats.h"

// clang-format off
const packed_format PACKED_FORMATS[PACKED_COUNT] = {
    { .name = "565", .format = { CL_RGB, CL_UNORM_SHORT_565 }, .bytes = 2,
      .bits = { 5, 6, 5, 0 }, .shift = { 11, 5, 0, 0 },
      .macros = "-DPACKED=ushort -DBITS=5,6,5,0 -DSHIFTS=11,5,0,0" },
    { .name = "555", .format = { CL_RGB, CL_UNORM_SHORT_555 }, .bytes = 2,
      .bits = { 5, 5, 5, 0 }, .shift = { 10, 5, 0, 0 },
      .macros = "-DPACKED=ushort -DBITS=5,5,5,0 -DSHIFTS=10,5,0,0" },
    { .name = "101010", .format = { CL_RGB, CL_UNORM_INT_101010 }, .bytes = 4,
      .bits = { 10, 10, 10, 0 }, .shift = { 20, 10, 0, 0 },
      .macros = "-DPACKED=uint -DBITS=10,10,10,0 -DSHIFTS=20,10,0,0" },
    { .name = "8888", .format = { CL_RGBA, CL_UNORM_INT8 }, .bytes = 4,    // not packed, but alike
      .bits = { 8, 8, 8, 8 }, .shift = { 0, 8, 16, 24 },
      .macros = "-DPACKED=uint -DBITS=8,8,8,8 -DSHIFTS=0,8,16,24" },
};
// clang-format on

const char *const PACKED_NAMES[PACKED_COUNT + 1] = { "565", "555", "101010", "8888", NULL };

static uint32_t number(const packed_format *f, const void *packed, size_t i)
{
    return f->bytes == 2 ? ((const uint16_t *)packed)[i] : ((const uint32_t *)packed)[i];
}

void packed_fields(const packed_format *f, const void *packed, size_t i, uint32_t field[4])
{
    for (int c = 0; c < 4; c++)
        field[c] = (number(f, packed, i) >> f->shift[c]) & ((1u << f->bits[c]) - 1);
}

void packed_ref(const packed_format *f, const ocl_picture *picture, void *packed, float *colours)
{
    const size_t pixels = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t all = 0;
        for (int c = 0; c < 4; c++) {
            const double most = (double)((1u << f->bits[c]) - 1);
            const double field = floor(picture->rgba[4 * i + (size_t)c] / 255.0 * most + 0.5);
            all |= (uint32_t)field << f->shift[c];
            colours[4 * i + (size_t)c] = most > 0.0 ? (float)(field / most) : 1.0f;
        }
        if (f->bytes == 2)
            ((uint16_t *)packed)[i] = (uint16_t)all;
        else
            ((uint32_t *)packed)[i] = all;
    }
}

void packed_exact(const packed_format *f, const float *colours, float *exact, size_t pixels)
{
    for (size_t i = 0; i < 4 * pixels; i++)
        exact[i] = colours[i] * (float)((1u << f->bits[i % 4]) - 1);
}
