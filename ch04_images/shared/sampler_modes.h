// SPDX-License-Identifier: MIT
//
// sampler_modes - the ways to sample an image, as the cells of a table: one column per addressing
// mode, one row per filter and kind of coordinates.

#ifndef SAMPLER_MODES_H
#define SAMPLER_MODES_H

#include "opencl.h"

#include <stdbool.h>
#include <stddef.h>

enum { SAMPLER_COLUMNS = 5, SAMPLER_ROWS = 4, SAMPLER_TEXT = 160 };

typedef struct {
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_bool normalized;    // coordinates are 0 to 1 across the image; else they are in texels
} sampler_mode;

extern const cl_addressing_mode SAMPLER_COLUMN[SAMPLER_COLUMNS];
extern const char *const SAMPLER_COLUMN_NAMES[SAMPLER_COLUMNS + 1];    // ended by NULL
extern const char *const SAMPLER_ROW_NAMES[SAMPLER_ROWS];

// The mode in a cell.
sampler_mode sampler_mode_at(size_t column, size_t row);

// The cell of a mode.
size_t sampler_mode_column(const sampler_mode *mode);
size_t sampler_mode_row(const sampler_mode *mode);

// Whether OpenCL has this mode: the repeating ones need normalised coordinates.
bool sampler_mode_exists(const sampler_mode *mode);

// The names of column and row: "clamp linear texels".
void sampler_mode_name(char text[SAMPLER_TEXT], const sampler_mode *mode);

// The mode for a sampler in a kernel, as options of the build: COORDINATES, ADDRESS and FILTER.
void sampler_mode_macros(char text[SAMPLER_TEXT], const sampler_mode *mode);

#endif
