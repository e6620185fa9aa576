// SPDX-License-Identifier: MIT
//
// rungs - the kernels of jpeg_encode.cl and jpeg_encode_fast.cl, and their ranges.

#ifndef JPEG_ENCODE_RUNGS_H
#define JPEG_ENCODE_RUNGS_H

#include "shared/jpeg/jpeg_device.h"

// A kernel for colour and subsampling writes samples, and a DCT reads them.
typedef struct {
    const char *name, *samples, *dct;    // of the rung, of its kernels
    size_t items;        // of the DCT: work-items per block; 0: one per row of blocks
    size_t columns;      // of the kernel for the samples: columns per work-item; 0: all of a row
    bool fast_file;      // both kernels are in jpeg_encode_fast.cl
    bool in_integers;    // the DCT is libjpeg's slow integer one
} jpeg_forward_rung;

enum {
    JPEG_FORWARD_DIRECT,
    JPEG_FORWARD_SEPARABLE,
    JPEG_FORWARD_FAST,
    JPEG_FORWARD_WIDE,
    JPEG_FORWARD_VECTOR,
    JPEG_FORWARD_COUNT
};
extern const jpeg_forward_rung JPEG_FORWARD_RUNGS[JPEG_FORWARD_COUNT];

// The fastest rung on such a device.
const jpeg_forward_rung *jpeg_forward_best(const ocl_env *env);

// Of jpeg_encode_fast.cl or of jpeg_encode.cl.
cl_program jpeg_forward_build(const ocl_env *env, bool fast_file);

// A range with three dimensions.
typedef struct {
    size_t global[3], local[3];
} jpeg_range;

// Of a rung's kernels over `rows` rows of MCUs.
jpeg_range jpeg_samples_range(const ocl_env *env, cl_kernel samples, const jpeg_forward_rung *rung,
                              const jpeg_file *frame, uint32_t rows);
ocl_range_2d jpeg_dct_range(const ocl_env *env, cl_kernel dct, const jpeg_forward_rung *rung,
                            const jpeg_file *frame, uint32_t rows);

#endif
