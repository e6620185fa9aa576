// SPDX-License-Identifier: MIT
//
// rect_moves - rectangular regions to move from one memory to another: large ones, random ones,
// drawings.
//
// ocl_rect (rect.h of common/) says where a region lies in one memory.

#ifndef RECT_MOVES_H
#define RECT_MOVES_H

#include "ocl.h"
#include "sample/rect.h"

// At the start of a memory, without gaps.
extern const ocl_rect RECT_TIGHT;

// Where a region lies in its source and in its destination.
typedef struct {
    size_t region[3];    // bytes, rows, slices
    ocl_rect from, to;
} rect_places;

// The places in two memories, each at least as large as the region needs.
typedef struct {
    rect_places places;
    size_t from_bytes, to_bytes;
    unsigned char *from, *to;
} rect_move;

// A rectangle of `rows` x `columns` elements of 4 bytes in the middle of a matrix that is twice as
// wide and has two more rows.  The matrix holds seeded bytes, the destination holds 0xff.  Free it
// with rect_move_free.
rect_move rect_move_large(size_t rows, size_t columns, ocl_rect to, uint64_t seed);

// A seeded region of 1 to 32 bytes, rows and slices.  One in four has a single slice.  Both places
// have gaps before, between and after rows and slices.  One in four has no gaps along an axis, and
// its pitch is 0.  Both memories hold seeded bytes.  Free it with rect_move_free.
// A region that the device's driver is known to move wrongly has one row less; NULL: no device.
rect_move rect_move_random(cl_device_id device, uint64_t seed);

// A note in the report when there are such regions.
void rect_move_report_fault(cl_device_id device, ocl_report *report);

// Another seeded place for the region in the source, with the pitches of `from`.
ocl_rect rect_move_beside(uint64_t seed, const rect_move *move);

void rect_move_free(rect_move *move);

// Prints `count` elements as the pitches, which must not be 0, arrange them: rows from the top,
// slices side by side, the region's elements in brackets.  Origin, region and pitches are whole
// elements.
void rect_draw(ocl_report *report, const cl_uint *x, size_t count, ocl_rect rect,
               const size_t region[3]);

#endif
