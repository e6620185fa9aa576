// SPDX-License-Identifier: MIT

#include "pattern.h"

#include "picture_file.h"
#include "random.h"
#include "system/installed.h"

#include <stdlib.h>
#include <string.h>

const char *const OCL_PATTERNS[] = { "noise", "gradient", "constant", "photo", NULL };

static void fill_constant(ocl_picture *picture, uint64_t seed)
{
    uint8_t colour[4];
    ocl_fill_bytes(colour, sizeof colour, seed);
    size_t bytes = (size_t)picture->width * picture->height * 4;
    for (size_t i = 0; i < bytes; i += 4)
        memcpy(picture->rgba + i, colour, 4);
}

// Red grows along x, green along y, blue against both, alpha with the distance of the two.
static void fill_gradient(ocl_picture *picture)
{
    uint64_t last_x = picture->width - 1, last_y = picture->height - 1;
    uint8_t *rgba = picture->rgba;
    for (uint32_t y = 0; y < picture->height; y++) {
        unsigned green = last_y ? (unsigned)(UINT64_C(255) * y / last_y) : 0;
        for (uint32_t x = 0; x < picture->width; x++, rgba += 4) {
            unsigned red = last_x ? (unsigned)(UINT64_C(255) * x / last_x) : 0;
            rgba[0] = (uint8_t)red;
            rgba[1] = (uint8_t)green;
            rgba[2] = (uint8_t)(255 - (red + green) / 2);
            rgba[3] = (uint8_t)(255 - (red > green ? red - green : green - red) / 2);
        }
    }
}

// A place between two source pixels: the second has the weight weight / 256, the first has the
// rest.
typedef struct {
    uint32_t first, second, weight;
} pattern_tap;

// Pixel i of an endless row of pictures.  Every second picture is mirrored, so that no seam shows.
static uint32_t mirrored(uint64_t i, uint32_t size)
{
    uint64_t inside = i % (2 * (uint64_t)size);
    return (uint32_t)(inside < size ? inside : 2 * (uint64_t)size - 1 - inside);
}

// The taps of place i when `from` source pixels become `to` pixels.  `at` is the centre of the
// place in 1/256 of a source pixel, less half a pixel, plus one period of the row so that it is not
// negative.
static pattern_tap tap_at(uint64_t i, uint32_t size, uint32_t from, uint32_t to)
{
    uint64_t at = (2 * i + 1) * from * 128 / to + 512 * (uint64_t)size - 128;
    return (pattern_tap){ mirrored(at / 256, size), mirrored(at / 256 + 1, size),
                          (uint32_t)(at % 256) };
}

static void fill_row_scaled(uint8_t *rgba, uint32_t width, const ocl_picture *photo,
                            const pattern_tap *columns, pattern_tap row)
{
    const uint8_t *above = photo->rgba + (size_t)row.first * photo->width * 4;
    const uint8_t *below = photo->rgba + (size_t)row.second * photo->width * 4;
    for (uint32_t x = 0; x < width; x++, rgba += 4) {
        size_t left = (size_t)columns[x].first * 4, right = (size_t)columns[x].second * 4;
        uint32_t weight = columns[x].weight;
        for (size_t c = 0; c < 4; c++) {
            uint32_t top = above[left + c] * (256 - weight) + above[right + c] * weight;
            uint32_t bottom = below[left + c] * (256 - weight) + below[right + c] * weight;
            uint32_t sum = top * (256 - row.weight) + bottom * row.weight;
            rgba[c] = (uint8_t)((sum + (1 << 15)) >> 16);
        }
    }
}

// Bilinear, both axes by the same factor.
static bool fill_scaled(ocl_picture *picture, const ocl_picture *photo, ocl_message *why)
{
    pattern_tap *columns = malloc(picture->width * sizeof *columns);
    if (!columns) return ocl_refuse(why, "no memory for a picture %u pixels wide", picture->width);
    for (uint32_t x = 0; x < picture->width; x++)
        columns[x] = tap_at(x, photo->width, photo->height, picture->height);
    for (uint32_t y = 0; y < picture->height; y++)
        fill_row_scaled(picture->rgba + (size_t)y * picture->width * 4, picture->width, photo,
                        columns, tap_at(y, photo->height, photo->height, picture->height));
    free(columns);
    return true;
}

static bool fill_photo(ocl_picture *picture, ocl_message *why)
{
    char *path = ocl_find_data("astronaut.bmp", why);
    if (!path) return false;
    ocl_picture photo;
    bool ok = ocl_picture_read(&photo, path, why);
    free(path);
    if (!ok) return false;
    ok = fill_scaled(picture, &photo, why);
    ocl_picture_free(&photo);
    return ok;
}

bool ocl_picture_pattern(ocl_picture *picture, ocl_pattern pattern, ocl_pattern_size size,
                         ocl_message *why)
{
    if (!ocl_picture_alloc(picture, size.width, size.height, why)) return false;
    bool ok = true;
    switch (pattern) {
    case OCL_NOISE:
        ocl_fill_bytes(picture->rgba, size.width * size.height * 4, size.seed);
        break;
    case OCL_GRADIENT:
        fill_gradient(picture);
        break;
    case OCL_CONSTANT:
        fill_constant(picture, size.seed);
        break;
    case OCL_PHOTO:
        ok = fill_photo(picture, why);
        break;
    }
    if (!ok) ocl_picture_free(picture);
    return ok;
}
