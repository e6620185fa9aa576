// SPDX-License-Identifier: MIT
//
// filter - the numbers of a filter: made by name or read from a file; and its factors, if it has
// any.

#ifndef CONVOLUTION_FILTER_H
#define CONVOLUTION_FILTER_H

#include "ocl.h"

enum { MAX_WIDTH = 64 };

typedef struct {
    size_t n;                            // rows and columns, 1 to MAX_WIDTH
    float tap[MAX_WIDTH * MAX_WIDTH];    // row after row, n numbers each
    double sum;                          // of the absolute values of the taps
    bool separable;                      // the rest is set only then
    float down[MAX_WIDTH];               // tap[r * n + c] is about down[r] * across[c]
    float across[MAX_WIDTH];
    double factor_sum;    // of the absolute values of down[r] * across[c]
    double deviation;     // of the absolute differences between taps and products
} convolution_filter;

// The names that convolution_filter_make takes, separated by ", ".
#define CONVOLUTION_FILTERS "box, gaussian, disc, sharpen, emboss, random"

// Makes the filter of that name with n rows and columns:
//     box         the mean of all pixels
//     gaussian    standard deviation n / 5, sum 1
//     disc        the mean of a disc: what a lens that is out of focus does
//     sharpen     twice the pixel, minus the mean
//     emboss      the pixel, plus four times the difference across a diagonal
//     random      seeded, uniform in [-1, 1]
// False when there is none of that name.
bool convolution_filter_make(convolution_filter *filter, const char *name, size_t n, uint64_t seed);

// Takes the filter from text: n rows with n numbers each, between blanks, tabs, commas or
// semicolons (csv.h).  False, with a message that names the line, when it is anything else.
bool convolution_filter_parse(convolution_filter *filter, const char *text, size_t bytes,
                              ocl_message *why);

#endif
