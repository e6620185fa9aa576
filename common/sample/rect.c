// SPDX-License-Identifier: MIT

#include "rect.h"

#include "random.h"
#include "system.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    MAX = 32,     // bytes, rows and slices of a random region
    SPARE = 29    // bytes at the end of a random memory that no region reaches
};

ocl_rect ocl_rect_resolve(ocl_rect rect, const size_t region[3])
{
    if (rect.row_pitch == 0) rect.row_pitch = region[0];
    if (rect.slice_pitch == 0) rect.slice_pitch = region[1] * rect.row_pitch;
    return rect;
}

size_t ocl_rect_offset(ocl_rect rect, const size_t region[3], size_t x, size_t y, size_t z)
{
    rect = ocl_rect_resolve(rect, region);
    return (rect.origin[2] + z) * rect.slice_pitch + (rect.origin[1] + y) * rect.row_pitch +
           rect.origin[0] + x;
}

size_t ocl_rect_room(ocl_rect rect, const size_t region[3])
{
    rect = ocl_rect_resolve(rect, region);
    const size_t last = (rect.origin[2] + region[2] - 1) * rect.slice_pitch;
    const size_t rows = (rect.origin[1] + region[1]) * rect.row_pitch;
    return last + (rows > rect.slice_pitch ? rows : rect.slice_pitch);
}

void ocl_rect_copy(void *to, ocl_rect to_rect, const void *from, ocl_rect from_rect,
                   const size_t region[3])
{
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++) {
            uint8_t *to_row = (uint8_t *)to + ocl_rect_offset(to_rect, region, 0, y, z);
            const uint8_t *from_row =
                (const uint8_t *)from + ocl_rect_offset(from_rect, region, 0, y, z);
            for (size_t x = 0; x < region[0]; x++)
                to_row[x] = from_row[x];
        }
}

bool ocl_rect_overlap(ocl_rect a, ocl_rect b, const size_t region[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (a.origin[axis] + region[axis] <= b.origin[axis] ||
            b.origin[axis] + region[axis] <= a.origin[axis])
            return false;
    return true;
}

static bool is_within(size_t i, size_t origin, size_t extent)
{
    return i >= origin && i < origin + extent;
}

void ocl_rect_print(ocl_report *report, const cl_uint *x, size_t count, ocl_rect rect,
                    const size_t region[3])
{
    const size_t unit = sizeof *x, row = rect.row_pitch / unit, slice = rect.slice_pitch / unit;
    for (size_t j = 0; j < slice / row; j++) {
        for (size_t k = 0; k < count / slice; k++) {
            const bool in_row =
                is_within(j, rect.origin[1], region[1]) && is_within(k, rect.origin[2], region[2]);
            for (size_t i = 0; i < row; i++) {
                const bool in = in_row && is_within(i * unit, rect.origin[0], region[0]);
                ocl_report_print(report, in ? "[%2" PRIu32 "]" : " %2" PRIu32 " ",
                                 x[k * slice + j * row + i]);
            }
            ocl_report_print(report, k + 1 < count / slice ? "   " : "\n");
        }
    }
}

// The `item`-th draw under a seed: 0 to most.
static size_t draw(uint64_t seed, unsigned item, size_t most)
{
    return (size_t)(ocl_random(seed, item) % (most + 1));
}

static ocl_rect random_place(uint64_t seed, const size_t region[3])
{
    ocl_rect rect;
    size_t gap[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        gap[axis] = draw(seed, 3 * axis, 3) == 0 ? 0 : draw(seed, 3 * axis + 1, 2 * region[axis]);
        rect.origin[axis] = draw(seed, 3 * axis + 2, gap[axis]);
    }
    rect.row_pitch = gap[0] == 0 ? 0 : region[0] + gap[0];
    rect.slice_pitch = gap[1] == 0 ? 0 : (region[0] + gap[0]) * (region[1] + gap[1]);
    return rect;
}

ocl_rect_move ocl_rect_random_move(uint64_t seed)
{
    ocl_rect_move move;
    for (unsigned axis = 0; axis < 3; axis++)
        move.region[axis] = 1 + draw(seed, axis, MAX - 1);
    if (draw(seed, 3, 3) == 0) move.region[2] = 1;
    move.from = random_place(seed + 1, move.region);
    move.to = random_place(seed + 2, move.region);
    const size_t more =
        draw(seed, 4, move.region[2]);    // slices, so that a second region fits beside the first
    move.x_bytes = ocl_rect_room(move.from, move.region) +
                   more * ocl_rect_resolve(move.from, move.region).slice_pitch + SPARE;
    move.y_bytes = ocl_rect_room(move.to, move.region) + SPARE;
    move.x = ocl_alloc(move.x_bytes);
    move.y = ocl_alloc(move.y_bytes);
    ocl_fill_bytes(move.x, move.x_bytes, seed + 3);
    ocl_fill_bytes(move.y, move.y_bytes, seed + 4);
    return move;
}

void ocl_rect_free(ocl_rect_move *move)
{
    free(move->y);
    free(move->x);
}

ocl_rect ocl_rect_random_beside(uint64_t seed, const ocl_rect_move *move)
{
    const ocl_rect full = ocl_rect_resolve(move->from, move->region);
    ocl_rect beside = move->from;
    beside.origin[0] = draw(seed, 0, full.row_pitch - move->region[0]);
    beside.origin[1] = draw(seed, 1, full.slice_pitch / full.row_pitch - move->region[1]);
    beside.origin[2] = draw(seed, 2, move->x_bytes / full.slice_pitch - move->region[2]);
    return beside;
}
