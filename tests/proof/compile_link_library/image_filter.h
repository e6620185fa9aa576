// SPDX-License-Identifier: MIT
//
// image_filter - the host's side of the filter: picture, window of weights, the result in plain C.

#ifndef IMAGE_FILTER_H
#define IMAGE_FILTER_H

#include "ocl.h"

enum { COLUMNS = 5, ROWS = 3, TAPS = COLUMNS * ROWS };    // of the window of weights

typedef struct {
    ocl_picture src;    // the picture
    ocl_picture ref;    // what must come out
    ocl_picture got;    // what came back from the device
    float weights[TAPS];
} filter_data;

// Random weights with the sum 1, and room for the results.  The picture belongs to
// the data from then on.  Free with filter_data_free.
filter_data filter_data_make(ocl_picture picture, uint64_t seed);
void filter_data_free(filter_data *data);

// Each pixel becomes the weighted sum of the window around it.  Past its edges the picture goes on
// as in a mirror.  Then contrast is added to red, green and blue.
void filter_ref(ocl_picture *dst, const ocl_picture *src, const float *weights);

#endif
