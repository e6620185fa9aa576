// SPDX-License-Identifier: MIT
//
// sizes - the kernels, the constants that they are built with, the work-groups.

#ifndef CONVOLUTION_SIZES_H
#define CONVOLUTION_SIZES_H

#include "ocl.h"

// The kernels: twelve rungs, and the first half of SEPARABLE.
enum { PLAIN, UNROLL4, UNROLL_BRANCHES, FOUR_SUMS, FLOAT4, FIXED_WIDTH, LOCAL_TILE };
enum { REGISTER_BLOCK = LOCAL_TILE + 1, ROW_BLOCK, VECTOR_BLOCK, SEPARABLE, SEPARABLE_STRIP };
enum { RUNG_COUNT = SEPARABLE_STRIP + 1 };
enum { SEPARABLE_ROWS = RUNG_COUNT, KERNEL_COUNT };

// Their names after "convolution_": first the rungs, ended by NULL; then SEPARABLE_ROWS.
extern const char *const CONVOLUTION_RUNGS[RUNG_COUNT + 1];
const char *convolution_kernel_name(size_t kernel);

// Whether the rung needs a filter of rank 1.
bool convolution_needs_factors(size_t rung);

// The file that has the kernel: convolution_ladder.cl, convolution_ladder_rows.cl or
// convolution_ladder_cpu.cl.
enum { LADDER_FILE, ROWS_FILE, CPU_FILE, FILE_COUNT };
int convolution_file_of(size_t kernel);

// For a filter that has no factors: says which rungs are left out.  Where such a rung was asked
// for, exits with OCL_EXIT_USAGE.
void convolution_without_factors(ocl_report *report, const ocl_options *options);

// The kernel files say what each means.
typedef struct {
    size_t tile, across, down, each, lanes, strip, spread, ahead, rows;
    size_t row_across, row_down, row_each;    // of row_block
    bool by_value;                            // row_block: its filter is an argument
    bool cpu;
} convolution_sizes;

// Sizes for filters of width n.  Tiles are as large as the device's local memory and work-groups
// allow.  Vectors are as long as those of the device.
convolution_sizes convolution_choose(cl_device_id device, size_t n);

// Builds one of the files, for filters of width n.
cl_program convolution_build(const ocl_env *env, const convolution_sizes *sizes, size_t n,
                             int file);

// Columns and rows of pixels per work-item, and columns and rows of work-items per work-group.
typedef struct {
    size_t each[2], items[2];
    bool exact;    // the kernel needs a work-group of just this shape
} convolution_shape;

convolution_shape convolution_shape_of(const convolution_sizes *sizes, size_t kernel);

#endif
