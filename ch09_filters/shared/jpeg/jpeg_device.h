// SPDX-License-Identifier: MIT
//
// jpeg_device - what a device gets of a JPEG file: its components, work-groups, bands of rows.

#ifndef JPEG_DEVICE_H
#define JPEG_DEVICE_H

#include "jpeg.h"

// A component as the kernels see it (kernels/include/jpeg_component.h).
typedef struct {
    cl_uint first_block, blocks_x, h, v, width, height;
    cl_ushort quantisation[JPEG_BLOCK];
} jpeg_device_component;
void jpeg_device_components(jpeg_device_component out[JPEG_MAX_COMPONENTS], const jpeg_file *file);

enum { JPEG_GROUP = 128 };    // work-items per work-group, at most

// Blocks per work-group where 8 work-items work on a block: BLOCKS of the kernels.  Without room
// for one the program ends with OCL_EXIT_SKIP.
size_t jpeg_group_blocks(const ocl_env *env);

// --- bands: some rows of MCUs of a picture.  Host and device work on different bands at a time.

// A component's coefficients in a band lie in one piece: `count` of them, from number `at` of all.
typedef struct {
    size_t at, count;
} jpeg_piece;
jpeg_piece jpeg_band_piece(const jpeg_component *c, uint32_t first, uint32_t rows);

// Rows of MCUs per band: `wanted`, or all if there are fewer; 0: as many as suit the device.
uint32_t jpeg_band_rows(const ocl_env *env, const jpeg_file *file, size_t wanted);

#endif
