// SPDX-License-Identifier: MIT
//
// julia - the frames and the sheet in plain C.

#ifndef VULKAN_IMAGE_JULIA_H
#define VULKAN_IMAGE_JULIA_H

#include "ocl.h"

enum { LIMIT = 255, MAX_FRAMES = 64 };    // the largest count; frames of a run

// What all frames have in common: the numbers of the kernel, of the shader and of plain C.
typedef struct {
    size_t width, height;    // of a frame, as the kernel paints it
    size_t frames;
    size_t columns, rows;    // of tiles in the sheet: each has `height` x `width` pixels
    cl_int step;             // half the distance of two pixels; 2^28 stands for 1
} film;

film film_of(const size_t extents[2], size_t frames);

// The constant of frame k: one step of a way around 0; 2^28 stands for 1.
cl_int2 julia_constant(const film *f, size_t k);

// The upper left corner of tile k in the sheet.
void tile_corner(cl_int corner[2], const film *f, size_t k);

// The colour of each count, in the order of the bytes of a picture: red, green, blue, alpha.
void make_palette(uint8_t palette[LIMIT + 1][4]);

// All frames, row after row: the count in the first channel, 0 in the others; frame k of them; and
// the tiles of the sheet, which are the frames turned to the right by a quarter, in colours.
void film_ref(cl_uchar4 *frames, ocl_picture *sheet, const film *f);
cl_uchar4 *frame_ref(cl_uchar4 *frames, const film *f, size_t k);

// A white sheet; the caller frees it.
ocl_picture sheet_ref(const film *f);

#endif
