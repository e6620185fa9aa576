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

// Where the region ends: the offset after its last byte.
size_t ocl_rect_end(ocl_rect rect, const size_t region[3]);

// How many bytes a buffer needs to hold the region with its last row and slice whole.  OpenCL asks only for
// ocl_rect_end, but NVIDIA's driver refuses some regions in such a buffer (CL_INVALID_VALUE).  No row
// may reach past its row pitch.
size_t ocl_rect_room(ocl_rect rect, const size_t region[3]);

// The plain C answer to what the device does: copies the region byte by byte.
void ocl_rect_copy(void *to, ocl_rect to_rect, const void *from, ocl_rect from_rect,
                   const size_t region[3]);

// Whether two regions of one size in one memory share a byte.  Both must have the same pitches, and
// no row may reach past its row pitch, no slice past its slice pitch: then the boxes overlap just
// where their extents overlap along each axis.
bool ocl_rect_overlap(ocl_rect a, ocl_rect b, const size_t region[3]);

// Prints `count` elements of a memory as the pitches, which must not be 0, arrange them: rows from the top,
// slices side by side, the region's elements in brackets.  Origin, region and pitches are whole elements.
void ocl_rect_print(ocl_report *report, const cl_uint *x, size_t count, ocl_rect rect,
                    const size_t region[3]);

// A seeded region of 1 to `most` bytes, rows and slices; one in four has a single slice.
void ocl_rect_random_region(uint64_t seed, size_t most, size_t region[3]);

// A seeded place for the region, with gaps before, between and after rows and slices; one in four has no
// gaps along an axis, and its pitch is 0 then.
ocl_rect ocl_rect_random(uint64_t seed, const size_t region[3]);

// Another place with the same pitches, as a copy within one buffer needs.
ocl_rect ocl_rect_random_beside(uint64_t seed, ocl_rect rect, const size_t region[3]);

#endif
