// SPDX-License-Identifier: MIT
//
// reference - the smeared, the sorted and the moved picture in plain C.

#ifndef READ_WRITE_IMAGE_REFERENCE_H
#define READ_WRITE_IMAGE_REFERENCE_H

#include "ocl.h"

// A picture as large as this one.  Without memory the program ends with OCL_EXIT_USAGE.
ocl_picture picture_like(const ocl_picture *picture);

// Along each row and back: a pixel is (7 * the one before + its own + 4) / 8, rounded down.
void smear_ref(ocl_picture *ref, const ocl_picture *picture);

// Segments of each row, from dark to bright.
void sort_ref(ocl_picture *ref, const ocl_picture *picture, size_t segment);

// Of the pixels that the first work-item of a group moves, without those at the left edge.
typedef struct {
    size_t firsts;
    size_t by_one;    // they have the colour of their left neighbour
    size_t by_two;    // else: of the neighbour's neighbour
} shift_counts;

// Counts these pixels in `out`, and compares all others with the picture moved by one.
ocl_result shift_verify(const ocl_picture *out, const ocl_picture *picture, size_t group,
                        shift_counts *counts);

#endif
