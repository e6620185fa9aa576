// SPDX-License-Identifier: MIT
//
// jpeg_band - some rows of MCUs of a picture: host and device work on different bands at a time.

#ifndef JPEG_BAND_H
#define JPEG_BAND_H

#include "shared/jpeg/jpeg.h"

// A component's coefficients in a band lie in one piece: `count` of them, from number `at` of all.
typedef struct {
    size_t at, count;
} jpeg_piece;
jpeg_piece jpeg_band_piece(const jpeg_component *c, uint32_t first, uint32_t rows);

// Rows of MCUs per band: `wanted`, or all if there are fewer; 0: as many as suit the device.
uint32_t jpeg_band_rows(const ocl_env *env, const jpeg_file *file, size_t wanted);

#endif
