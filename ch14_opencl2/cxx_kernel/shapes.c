// SPDX-License-Identifier: MIT

#include "shapes.h"

#include <stddef.h>

const cl_uint SHAPE_LAYOUT[SHAPE_FACTS] = {
    sizeof(shape),           offsetof(shape, centre), offsetof(shape, width),
    offsetof(shape, height), offsetof(shape, colour),
};

static size_t below(uint64_t seed, size_t index, size_t limit)
{
    return (size_t)(ocl_random(seed, index) % limit);
}

static void fill(shape *shapes, size_t count, const size_t n[2], uint64_t seed)
{
    const size_t side = ocl_smaller(ocl_smaller(n[0], n[1]), 4096);
    for (size_t i = 0; i < count; i++) {
        shape *s = &shapes[i];
        const size_t at = 7 * i;
        s->centre.s[0] = (cl_int)below(seed, at, n[0]);
        s->centre.s[1] = (cl_int)below(seed, at + 1, n[1]);
        s->width = (cl_ushort)below(seed, at + 2, side / 4 + 1);
        s->height = (cl_ushort)below(seed, at + 3, side / 4 + 1);
        for (size_t c = 0; c < 3; c++)
            s->colour.s[c] = (cl_uchar)below(seed, at + 4 + c, 100);
        s->colour.s[3] = 255;
    }
}

scene scene_make(const size_t n[2], size_t count, uint64_t seed)
{
    scene s = { .discs = ocl_alloc(count * sizeof(shape)),
                .boxes = ocl_alloc(count * sizeof(shape)),
                .count = count };
    fill(s.discs, count, n, seed);
    fill(s.boxes, count, n, seed + 1);
    return s;
}

void scene_free(scene *s)
{
    free(s->boxes);
    free(s->discs);
}

static void add(cl_uchar4 *sum, const cl_uchar4 *colour, bool saturates)
{
    for (size_t c = 0; c < 4; c++) {
        const unsigned total = (unsigned)sum->s[c] + colour->s[c];
        sum->s[c] = (cl_uchar)(saturates && total > 255 ? 255 : total);
    }
}

void paint_ref(cl_uchar4 *out, const scene *s, const size_t n[2], bool saturates)
{
    for (size_t y = 0; y < n[1]; y++)
        for (size_t x = 0; x < n[0]; x++) {
            cl_uchar4 sum = { { 0 } };
            for (size_t i = 0; i < s->count; i++) {
                const shape *d = &s->discs[i];
                const int64_t dx = (int64_t)x - d->centre.s[0], dy = (int64_t)y - d->centre.s[1];
                if (dx * dx + dy * dy <= d->width * d->width) add(&sum, &d->colour, saturates);
            }
            for (size_t i = 0; i < s->count; i++) {
                const shape *b = &s->boxes[i];
                const int64_t dx = (int64_t)x - b->centre.s[0], dy = (int64_t)y - b->centre.s[1];
                if (llabs(dx) <= b->width && llabs(dy) <= b->height)
                    add(&sum, &b->colour, saturates);
            }
            out[y * n[0] + x] = sum;
        }
}
