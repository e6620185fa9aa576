// SPDX-License-Identifier: MIT

#include "rect_moves.h"

#include <inttypes.h>

enum {
    MAX_EXTENT = 32,    // bytes, rows and slices of a random region
    SPARE = 29          // bytes at the end of a random memory that no region reaches
};

const ocl_rect RECT_TIGHT = { .row_pitch = 0, .slice_pitch = 0 };

rect_move rect_move_large(size_t rows, size_t columns, ocl_rect to, uint64_t seed)
{
    const size_t row = columns * sizeof(cl_uint), pitch = 2 * row;
    rect_move move = {
        .places = { .region = { row, rows, 1 },
                    .from = { { columns / 2 * sizeof(cl_uint), 1, 0 }, pitch, 0 },
                    .to = to },
    };
    move.from_bytes = pitch * (rows + 2);
    move.to_bytes = ocl_rect_room(to, move.places.region);
    move.from = ocl_alloc(move.from_bytes);
    move.to = ocl_alloc(move.to_bytes);
    ocl_fill_bytes(move.from, move.from_bytes, seed);
    return move;
}

// A number from 0 to `most`: the one with the number `item` under a seed.
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

// What the driver does wrong where source and destination have the same row pitch, and the region
// has as many rows as the pitch has bytes; NULL: nothing.
static const char *fault_of(cl_device_id device)
{
    return device ? ocl_known_fault(device, "as many rows as the pitch has bytes") : NULL;
}

void rect_move_report_fault(cl_device_id device, ocl_report *report)
{
    const char *fault = fault_of(device);
    if (fault)
        ocl_report_note(report,
                        "No region has as many rows as its row pitch has bytes: this driver %s.",
                        fault);
}

rect_move rect_move_random(cl_device_id device, uint64_t seed)
{
    rect_move move;
    rect_places *places = &move.places;
    for (unsigned axis = 0; axis < 3; axis++)
        places->region[axis] = 1 + draw(seed, axis, MAX_EXTENT - 1);
    if (draw(seed, 3, 3) == 0) places->region[2] = 1;
    places->from = random_place(seed + 1, places->region);
    places->to = random_place(seed + 2, places->region);
    const size_t pitch = ocl_rect_resolve(places->from, places->region).row_pitch;
    if (fault_of(device) && places->region[1] > 1 && places->region[1] == pitch)
        places->region[1]--;
    const size_t more = draw(seed, 4, places->region[2]);    // slices, for a place beside the first
    move.from_bytes = ocl_rect_room(places->from, places->region) +
                      more * ocl_rect_resolve(places->from, places->region).slice_pitch + SPARE;
    move.to_bytes = ocl_rect_room(places->to, places->region) + SPARE;
    move.from = ocl_alloc(move.from_bytes);
    move.to = ocl_alloc(move.to_bytes);
    ocl_fill_bytes(move.from, move.from_bytes, seed + 3);
    ocl_fill_bytes(move.to, move.to_bytes, seed + 4);
    return move;
}

ocl_rect rect_move_beside(uint64_t seed, const rect_move *move)
{
    const size_t *region = move->places.region;
    const ocl_rect full = ocl_rect_resolve(move->places.from, region);
    ocl_rect beside = move->places.from;
    beside.origin[0] = draw(seed, 0, full.row_pitch - region[0]);
    beside.origin[1] = draw(seed, 1, full.slice_pitch / full.row_pitch - region[1]);
    beside.origin[2] = draw(seed, 2, move->from_bytes / full.slice_pitch - region[2]);
    return beside;
}

void rect_move_free(rect_move *move)
{
    free(move->to);
    free(move->from);
}

static bool is_within(size_t i, size_t origin, size_t extent)
{
    return i >= origin && i < origin + extent;
}

void rect_draw(ocl_report *report, const cl_uint *x, size_t count, ocl_rect rect,
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
