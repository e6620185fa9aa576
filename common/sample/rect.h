// SPDX-License-Identifier: MIT
//
// rect - boxes of bytes inside linear memory, as clEnqueueReadBufferRect and its kin see them.
//
// A region is a width in bytes, a height in rows and a depth in slices.  Its byte (x, y, z) lies at
// offset (origin[2] + z) * slice_pitch + (origin[1] + y) * row_pitch + origin[0] + x.

#ifndef OCL_RECT_H
#define OCL_RECT_H

#include "report.h"

// Where a region lies in one piece of memory.
typedef struct {
    size_t origin[3];      // bytes, rows, slices
    size_t row_pitch;      // bytes from one row to the next; 0: rows are tight, region[0]
    size_t slice_pitch;    // bytes from one slice to the next; 0: tight, region[1] * row_pitch
} ocl_rect;

// The pitches with 0 replaced by what it stands for.
ocl_rect ocl_rect_resolve(ocl_rect rect, const size_t region[3]);

// The offset of the region's byte (x, y, z).
size_t ocl_rect_offset(ocl_rect rect, const size_t region[3], size_t x, size_t y, size_t z);

// How many bytes a buffer needs to hold the region with its last row and slice whole.  OpenCL asks
// only for the region's last byte, but NVIDIA's driver refuses some regions in such a buffer
// (CL_INVALID_VALUE).  No row may reach past its row pitch.
size_t ocl_rect_room(ocl_rect rect, const size_t region[3]);

// The plain C answer to what the device does: copies the region byte by byte.
void ocl_rect_copy(void *to, ocl_rect to_rect, const void *from, ocl_rect from_rect,
                   const size_t region[3]);

// Whether two regions of one size in one memory share a byte.  Both must have the same pitches, and
// no row may reach past its row pitch, no slice past its slice pitch: then the boxes overlap just
// where their extents overlap along each axis.
bool ocl_rect_overlap(ocl_rect a, ocl_rect b, const size_t region[3]);

// Prints `count` elements of a memory as the pitches, which must not be 0, arrange them: rows from
// the top, slices side by side, the region's elements in brackets.  Origin, region and pitches are
// whole elements.
void ocl_rect_print(ocl_report *report, const cl_uint *x, size_t count, ocl_rect rect,
                    const size_t region[3]);

// A region to be moved from a place in memory x to a place in memory y.
typedef struct {
    size_t region[3];
    ocl_rect from, to;
    size_t x_bytes, y_bytes;
    unsigned char *x, *y;
} ocl_rect_move;

// A seeded one, of 1 to 32 bytes, rows and slices; one in four has a single slice.  Either place
// has gaps before, between and after rows and slices; one in four has none along an axis, and its
// pitch is 0 then. Both memories are filled with seeded bytes.  Free it with ocl_rect_free.
ocl_rect_move ocl_rect_random_move(uint64_t seed);
void ocl_rect_free(ocl_rect_move *move);

// Another seeded place for the region in x, with the pitches of `from`, as a copy within one buffer
// needs.
ocl_rect ocl_rect_random_beside(uint64_t seed, const ocl_rect_move *move);

#endif
