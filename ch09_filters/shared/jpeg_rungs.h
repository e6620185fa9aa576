// SPDX-License-Identifier: MIT
//
// jpeg_rungs - the kernels of jpeg_decode.cl and jpeg_decode_fast.cl, and their ranges.

#ifndef JPEG_RUNGS_H
#define JPEG_RUNGS_H

#include "shared/jpeg/jpeg_device.h"

enum { JPEG_LEVEL = 128 };    // of a block whose coefficients are 0: LEVEL of the kernels

// An IDCT writes the samples, and a kernel for upsampling and colour reads them.
typedef struct {
    const char *name, *idct, *colour;    // of the rung, of its kernels
    const char *file;                    // that both kernels are in
    size_t items;    // of the IDCT: work-items per block; 0: one per row of blocks
    bool rows;       // of the colour kernel: one work-item per row, not per pixel
} jpeg_rung;

enum { JPEG_DIRECT, JPEG_SEPARABLE, JPEG_FAST, JPEG_VECTOR, JPEG_RUNG_COUNT };
extern const jpeg_rung JPEG_RUNGS[JPEG_RUNG_COUNT];

// The fastest rung on such a device.
const jpeg_rung *jpeg_best_rung(const ocl_env *env);

// Builds the file of a rung.  `level` is JPEG_LEVEL, except in the accuracy test.
cl_program jpeg_rung_build(const ocl_env *env, const jpeg_rung *rung, int level,
                           jpeg_colour colour);

// The range of a rung's kernels over `rows` rows of MCUs.  The IDCT: dimension 0 has the work-items
// that the largest component needs, dimension 1 the components.  Colour: pixels or rows of pixels.
ocl_range_2d jpeg_idct_range(const ocl_env *env, cl_kernel idct, const jpeg_rung *rung,
                             const jpeg_file *file, uint32_t rows);
ocl_range_2d jpeg_colour_range(const ocl_env *env, cl_kernel colour, const jpeg_rung *rung,
                               const jpeg_file *file, uint32_t rows);

#endif
