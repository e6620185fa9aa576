// SPDX-License-Identifier: MIT
//
// show - rectangles of numbers: in memory, as a table, as pictures.

#ifndef CONVOLUTION_2D_SHOW_H
#define CONVOLUTION_2D_SHOW_H

#include "ocl.h"

// Row after row.
typedef struct {
    int width, height;
    uint32_t *at;    // malloc'ed
} numbers;

// All of them are 0.  Width and height fit an int.
numbers numbers_new(size_t width, size_t height);
size_t numbers_bytes(const numbers *n);

// The number in column x and row y.
uint32_t *number_at(const numbers *n, int x, int y);

// A row of the table per row of numbers.  Rows of many numbers are cut off.
void show_rows(ocl_table *table, const char *of, const numbers *n);

// Writes three rectangles beside each other: the larger a number, the brighter its square.  A
// smaller rectangle is in the middle of its place.
void draw_numbers(const char *path, const numbers *const of[3]);

#endif
