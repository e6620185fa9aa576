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

// The pixels of frame k, row after row: the count in the first channel, 0 in the others.
void julia_ref(cl_uchar4 *pixels, const film *f, size_t k);

// The upper left corner of tile k in the sheet.
void tile_corner(cl_int corner[2], const film *f, size_t k);

// The colour of each count, in the order of the bytes of a picture: red, green, blue, alpha.
extern const uint8_t EMPTY[4];    // a pixel of the sheet where nothing was drawn
void make_palette(uint8_t palette[LIMIT + 1][4]);

void film_report(ocl_report *report, const film *f);

// All frames, and frame k of them; the tiles of the sheet.
void film_ref(cl_uchar4 *frames, ocl_picture *sheet, const film *f);
cl_uchar4 *frame_ref(cl_uchar4 *frames, const film *f, size_t k);

// A sheet whose pixels are all EMPTY; the caller frees it.
ocl_picture sheet_ref(const film *f);

// Tile k of the sheet: the counts turned to the right by a quarter, in colours.
void tile_ref(ocl_picture *sheet, const cl_uchar4 *pixels, const film *f, size_t k);

#endif
