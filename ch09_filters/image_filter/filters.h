// SPDX-License-Identifier: MIT
//
// filters - the weights of three filters.

#ifndef IMAGE_FILTER_FILTERS_H
#define IMAGE_FILTER_FILTERS_H

#include "ocl.h"

enum { FILTERS = 3, MAX_WINDOW = 5 };

// Rows go from the top, as those of the picture.
typedef struct {
    const char *name;
    cl_int window;                             // odd
    float weights[MAX_WINDOW * MAX_WINDOW];    // window * window of them; their sum is 1
} filter;
extern const filter FILTER[FILTERS];

// For --filter: "all", then their names, then NULL.
extern const char *const FILTER_NAMES[];

#endif
