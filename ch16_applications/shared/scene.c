// SPDX-License-Identifier: MIT

#include "scene.h"

enum { GRAIN = 8 };    // grey levels

// A floor that comes nearer downwards, a box on it, and a ball before both.
static uint8_t shift_at(double x, double y, double height_by_width)
{
    const double across = (x - 0.68) / 0.2, down = (y - 0.4) * height_by_width / 0.2;
    const double from_middle = across * across + down * down;
    if (from_middle < 1) return (uint8_t)(14 + 8 * (1 - from_middle));
    if (x > 0.1 && x < 0.4 && y > 0.4 && y < 0.8) return 11;
    return (uint8_t)(2 + 6 * y);
}

scene make_scene(const ocl_picture *photo, uint64_t seed)
{
    const size_t width = photo->width, height = photo->height, n = width * height;
    scene s = { .width = width,
                .height = height,
                .left = ocl_alloc(n),
                .right = ocl_alloc(n),
                .shift = ocl_alloc(n),
                .in_sight = ocl_alloc(n) };
    size_t *owner = ocl_alloc(width * sizeof *owner);    // the left pixel that each right one shows
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++)
            owner[x] = SIZE_MAX;
        for (size_t x = 0; x < width; x++) {
            const size_t at = y * width + x;
            const uint8_t *p = &photo->rgba[4 * at];
            const int grey = (77 * p[0] + 150 * p[1] + 29 * p[2]) / 256;
            s.left[at] =
                (uint8_t)(grey * (256 - GRAIN) / 256 + (int)(ocl_random(seed, at) % GRAIN));
            s.shift[at] =
                shift_at(((double)x + 0.5) / (double)width, ((double)y + 0.5) / (double)height,
                         (double)height / (double)width);
            // The nearer one, which has the larger shift, hides the other.
            if (x < s.shift[at]) continue;
            size_t *other = &owner[x - s.shift[at]];
            if (*other == SIZE_MAX || s.shift[*other] < s.shift[at]) *other = at;
        }
        // Where no left pixel went, the right eye sees what the left one does not.
        for (size_t x = 0; x < width; x++)
            s.right[y * width + x] = owner[x] != SIZE_MAX
                                         ? s.left[owner[x]]
                                         : (uint8_t)ocl_random(seed + 1, y * width + x);
        for (size_t x = 0; x < width; x++) {
            const size_t at = y * width + x;
            s.in_sight[at] = x >= s.shift[at] && owner[x - s.shift[at]] == at;
        }
    }
    free(owner);
    return s;
}

void free_scene(scene *s)
{
    free(s->in_sight);
    free(s->shift);
    free(s->right);
    free(s->left);
}
