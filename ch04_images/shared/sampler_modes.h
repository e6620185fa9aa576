// SPDX-License-Identifier: MIT
//
// sampler_modes - the sixteen ways to sample an image, as the cells of a table: one column per
// addressing mode, one row per filter and kind of coordinates.

#ifndef SAMPLER_MODES_H
#define SAMPLER_MODES_H

#include "options.h"

enum { MAX_MODES = 16, SAMPLER_COLUMNS = 5, SAMPLER_ROWS = 4 };

typedef struct {
    size_t column, row;
    const char *name;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_bool normalized;    // coordinates are 0 to 1 across the image; else they are in texels
    const char *macros;    // the same mode for a sampler in the kernel, as options of the build
} sampler_mode;

// The repeating modes are missing in the rows of texel coordinates: they need normalised ones.
extern const sampler_mode MODES[MAX_MODES];

// Whether the mode is also tried with a kernel that has the sampler in its code.  Some drivers take
// seconds to compile such a kernel: if all modes run, only the last one of each column has it.
bool sampler_mode_has_kernel(const sampler_mode *mode, const ocl_options *options);

extern const char *const COLUMNS[SAMPLER_COLUMNS + 1];    // ended by NULL
extern const char *const ROWS[SAMPLER_ROWS];

#endif
