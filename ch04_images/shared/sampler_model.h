// SPDX-License-Identifier: MIT
//
// sampler_model - the ways to sample an image, as the cells of a table: one column per addressing
// mode, one row per filter and kind of coordinates.  What read_imagef must return, by the rules of
// the specification ("Image Addressing and Filtering", section 8 of OpenCL 1.2), and how far off a
// device may be.

#ifndef SAMPLER_MODEL_H
#define SAMPLER_MODEL_H

#include "ocl.h"

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

// An image with CL_UNORM_INT8 channels.
typedef struct {
    const uint8_t *rgba;       // its pixels, tight: row after row, then slice after slice
    size_t extent[3];          // 1 for an axis that it does not have
    unsigned axes;             // how many coordinates a sample has
    bool layers;               // it is an array: the last coordinate counts its images
    cl_channel_order order;    // CL_RGBA: all channels; CL_R: the red ones only
    double loss;               // what the device may lose in linear samples beyond the model
} sampler_image;

// The four channels of a sample, and how much each of them may differ.
typedef struct {
    double value[4], bound[4];
} sampler_sample;

// The sample at a point in the coordinates of the mode.
//
// Nearest: one texel, converted to float.  The specification allows 1.5 ulp.  The bound here is 1.5
// FLT_EPSILON of the value, which is up to twice as much.
//
// Linear: the specification gives no bound, so this one adds up what is known.  GPUs keep 8 bits of
// the fractions (how far a point lies between two texels): an error of up to 2^-9, or 2^-8 where
// they cut the others off.
// In a volume the weights of the eight texels may be rounded again.
// A coordinate is rounded to float up to three times.  A fraction that is off by e moves the result
// by at most e times the difference of the two texels.  The result may have 16 bits only.
//
// A point must be farther from the edges and centres of texels than these errors reach.  Otherwise
// a device may read other texels.
sampler_sample sampler_model(const sampler_mode *mode, const sampler_image *image,
                             const float at[3]);

// How much the driver is known to lose in linear samples beyond the model: up to one 255th for each
// axis along which it mixes texels.
double sampler_known_loss(cl_device_id device, unsigned axes);

// Compares every channel of every sample with what is wanted, each within its own bound.  The
// result has the largest difference as its error and the largest bound of all samples as its bound.
ocl_result sampler_compare(const float *samples, const sampler_sample *want, size_t count);

#endif
