// SPDX-License-Identifier: MIT
//
// rect - boxes of bytes inside linear memory, as clEnqueueReadBufferRect and its kin see them.
//
// A region is a width in bytes, a height in rows and a depth in slices.  Its byte (x, y, z) lies at
// offset (origin[2] + z) * slice_pitch + (origin[1] + y) * row_pitch + origin[0] + x.

#ifndef OCL_RECT_H
#define OCL_RECT_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
