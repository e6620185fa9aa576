// SPDX-License-Identifier: MIT
//
// points - where an image is sampled, and what the samples must be.

#ifndef ARRAYS_POINTS_H
#define ARRAYS_POINTS_H

#include "proof/ch04_images/box.h"
#include "shared/sampler_model.h"

typedef struct {
    size_t count, bytes;    // bytes of the coordinates, and of the samples
    sampler_image image;    // for the model
    cl_float4 *at;          // the points, in the coordinates of a mode
} sample_points;

// For whole coordinates in texels: outside of the image is the border colour, or the nearest texel.
extern const sampler_mode WHOLE_CLAMP, WHOLE_CLAMP_TO_EDGE;

// Room for `count` points in the image of a box, which must live as long.
sample_points points_new(const ocl_env *env, const image_box *box, size_t count);
void points_free(sample_points *points);

// Random points for a mode, within half an extent around the image.  They stay away from edges and
// centres of texels (see sampler_model.h), and from the middle between two layers.
void points_draw(sample_points *points, const sampler_mode *mode, uint64_t seed);

// Random whole coordinates: up to two texels outside of the image, or all inside.
void points_draw_texels(sample_points *points, bool inside, uint64_t seed);

// Points in the middle of the first row, with last coordinates 0.25, 0.75, 1.25, ...: they go
// through the slices or layers.
void points_line(sample_points *points);

// Compares the samples with the model.
ocl_result points_compare(const sample_points *points, const sampler_mode *mode,
                          const cl_float4 *samples);

#endif
