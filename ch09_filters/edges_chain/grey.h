// SPDX-License-Identifier: MIT
//
// grey - pictures of one byte per pixel, rows from the top, no padding.

#ifndef EDGES_CHAIN_GREY_H
#define EDGES_CHAIN_GREY_H

#include "ocl.h"

// The luminance of each pixel, (77 R + 150 G + 29 B + 128) / 256; malloc'ed.
uint8_t *grey_of(const ocl_picture *picture);

// So many percent of the pixels become black or white.
void add_specks(uint8_t *grey, size_t pixels, double percent, uint64_t seed);

// The mean of the absolute differences.
double mean_difference(const uint8_t *a, const uint8_t *b, size_t pixels);

// Writes three pictures of this size beside each other.
void write_three(const char *path, const ocl_picture *size, const uint8_t *const grey[3]);

#endif
