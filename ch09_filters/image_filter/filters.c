// SPDX-License-Identifier: MIT

#include "filters.h"

const char *const FILTER_NAMES[] = { "all", "mean", "gaussian", "streak", NULL };

// The streak changes when its weights are turned, mirrored or transposed.
// clang-format off
#define NINTH (1.0f / 9)
const filter FILTER[FILTERS] = {
    { "mean",     3, { NINTH,     NINTH,     NINTH,
                       NINTH,     NINTH,     NINTH,
                       NINTH,     NINTH,     NINTH } },
    { "gaussian", 3, { 1.0f / 16, 2.0f / 16, 1.0f / 16,
                       2.0f / 16, 4.0f / 16, 2.0f / 16,
                       1.0f / 16, 2.0f / 16, 1.0f / 16 } },
    { "streak",   5, { 0,         0,         0,         0,         1.0f / 16,
                       0,         0,         0,         2.0f / 16, 0,
                       0,         0,         6.0f / 16, 0,         0,
                       0,         4.0f / 16, 0,         0,         0,
                       3.0f / 16, 0,         0,         0,         0 } },
};
// clang-format on

// The places of red, green, blue and alpha.
static const size_t *places_of(cl_channel_order order)
{
    static const size_t RGBA[] = { 0, 1, 2, 3 }, BGRA[] = { 2, 1, 0, 3 }, ARGB[] = { 1, 2, 3, 0 };
    return order == CL_BGRA ? BGRA : order == CL_ARGB ? ARGB : RGBA;
}

size_t channels_of(cl_channel_order order)
{
    return order == CL_R ? 1 : 4;
}

uint8_t *pack(const ocl_picture *picture, cl_channel_order order)
{
    const size_t pixels = (size_t)picture->width * picture->height, channels = channels_of(order);
    const size_t *place = places_of(order);
    uint8_t *packed = ocl_alloc(channels * pixels);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = picture->rgba + 4 * i;
        if (channels == 1) packed[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) / 256);
        for (size_t c = 0; channels == 4 && c < 4; c++)
            packed[4 * i + place[c]] = p[c];
    }
    return packed;
}

void unpack(ocl_picture *picture, const uint8_t *packed, cl_channel_order order)
{
    const size_t pixels = (size_t)picture->width * picture->height;
    const size_t *place = places_of(order);
    for (size_t i = 0; i < pixels; i++)
        for (size_t c = 0; c < 4; c++)
            picture->rgba[4 * i + c] = order != CL_R ? packed[4 * i + place[c]]
                                       : c < 3       ? packed[i]
                                                     : 255;
}
