// SPDX-License-Identifier: MIT

#include "city.h"

enum { BLOCK = 40, STREET = 8 };

// A house on each block: flat, or with a roof that is higher in its middle.
static cl_int height_at(size_t x, size_t y, uint64_t seed)
{
    const uint64_t bits = ocl_random(seed, (y / BLOCK << 20) + x / BLOCK);
    const size_t left = STREET + (size_t)(bits % 6), top = STREET + (size_t)((bits >> 8) % 6);
    const size_t right = BLOCK - 1 - (size_t)((bits >> 16) % 6);
    const size_t bottom = BLOCK - 1 - (size_t)((bits >> 24) % 6);
    const size_t u = x % BLOCK, v = y % BLOCK, wall = 4 + (size_t)((bits >> 32) % (TOP / 2));
    if (u < left || u > right || v < top || v > bottom) return 0;
    const size_t inside =
        ocl_smaller(ocl_smaller(u - left, right - u), ocl_smaller(v - top, bottom - v));
    return (cl_int)ocl_smaller(wall + (size_t)((bits >> 48) % 3) * inside, TOP - 1);
}

city city_new(const size_t extents[2], uint64_t seed)
{
    city c = { .width = extents[0], .height = extents[1] };
    c.heights = ocl_alloc(c.width * c.height * sizeof *c.heights);
    for (size_t y = 0; y < c.height; y++)
        for (size_t x = 0; x < c.width; x++)
            c.heights[y * c.width + x] = height_at(x, y, seed);
    return c;
}

// Pixel x of a row, counted from the sun's side.
static cl_int height_of(const city *c, size_t layer, size_t x, size_t y)
{
    return c->heights[y * c->width + (layer == 0 ? x : c->width - 1 - x)];
}

void city_light_ref(uint8_t *lit, const city *c)
{
    for (size_t layer = 0; layer < LAYERS; layer++)
        for (size_t y = 0; y < c->height; y++)
            for (size_t x = 0; x < c->width; x++) {
                const cl_int own = height_of(c, layer, x, y);
                bool reached = true;
                for (size_t back = 1; back <= x && back <= TOP; back++)
                    if (height_of(c, layer, x - back, y) >= own + (cl_int)back) reached = false;
                const size_t column = layer == 0 ? x : c->width - 1 - x;
                lit[(layer * c->height + y) * c->width + column] = reached;
            }
}

void city_map_ref(float *map, const city *c)
{
    const size_t columns = c->width + TOP;
    for (size_t i = 0; i < LAYERS * c->height * columns; i++) {
        const size_t layer = i / columns / c->height, y = i / columns % c->height, u = i % columns;
        size_t step = 0;
        for (; step < TOP; step++)
            if (u + step >= TOP && u + step - TOP < c->width &&
                height_of(c, layer, u + step - TOP, y) >= (cl_int)(TOP - step))
                break;
        map[i] = (float)step / TOP;
    }
}

void city_draw(const city *c, const uint8_t *lit, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, LAYERS * c->width, c->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t i = 0; i < LAYERS * c->width * c->height; i++) {
        const size_t layer = i / c->width / c->height, y = i / c->width % c->height;
        const size_t x = i % c->width;
        const int high = c->heights[y * c->width + x], light = lit[i] ? 4 : 2;
        uint8_t *pixel = &picture.rgba[4 * ((y * LAYERS + layer) * c->width + x)];
        pixel[0] = (uint8_t)((high ? 90 + 2 * high : 110) * light / 4);
        pixel[1] = (uint8_t)((high ? 80 + 2 * high : 125) * light / 4);
        pixel[2] = (uint8_t)((high ? 75 + high : 90) * (light + 1) / 5);
        pixel[3] = 255;
    }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

void reads_ref(float *ref, const float *pixels, const size_t extents[2])
{
    const size_t count = extents[0] * extents[1];
    for (size_t i = 0; i < count; i++) {
        const size_t x = i % extents[0], y = i / extents[0];
        const size_t right = ocl_smaller(x + 1, extents[0] - 1);
        const size_t below = ocl_smaller(y + 1, extents[1] - 1);
        ref[i] = ref[count + i] = pixels[i];
        ref[2 * count + i] = (pixels[i] + pixels[y * extents[0] + right] +
                              pixels[below * extents[0] + x] + pixels[below * extents[0] + right]) /
                             4.0F;
    }
}
