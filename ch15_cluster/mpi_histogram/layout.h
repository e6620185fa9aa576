// SPDX-License-Identifier: MIT
//
// layout - where the pixels are in a picture file, so that each rank can read its rows alone; and
// the answer in plain C.

#ifndef MPI_HISTOGRAM_LAYOUT_H
#define MPI_HISTOGRAM_LAYOUT_H

#include "ocl.h"
#include "sample/output_chart.h"

// Three bytes per pixel, row after row.
typedef struct {
    uint64_t first;            // byte of the file at which the first row begins
    uint32_t stride;           // bytes from one row to the next
    uint32_t width, height;    // pixels
    uint32_t red;              // which of a pixel's three bytes is red: 0 or 2
} picture_layout;

// Reads the header of a BMP file of 24 bits without compression, or of a raw PPM file.  Exits with
// OCL_EXIT_USAGE and the reason for any other file, and for one that is shorter than it says.
picture_layout picture_layout_read(const char *path);

// Of a picture that is made: no header, no padding.
picture_layout picture_layout_made(const size_t n[2]);

// Makes `rows` rows of noise from row `first` on.  Each byte depends on the seed and its place.
void picture_make_rows(uint8_t *bytes, const picture_layout *layout, size_t first, size_t rows,
                       uint64_t seed);

// --- the answer in plain C, in one rank, and without MPI

// Counts the pixels of the file, read by the suite's own reader; or, without a path, of the picture
// that layout and seed make.  A file that it refuses ends the program with OCL_EXIT_USAGE.
void histogram_ref(uint64_t counts[OCL_RGB_COUNTS], const picture_layout *layout, const char *path,
                   uint64_t seed);

#endif
