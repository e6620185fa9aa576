// SPDX-License-Identifier: MIT
//
// views - where an image is sampled, and what the samples must be.
//
// There are two views.  View 0 is the whole image, with a margin of half its size on every side.
// View 1 is its last corner, magnified, with a part of the border.  The samples are
// out[view][row][column], four channels each.

#ifndef SAMPLER_VIEWS_H
#define SAMPLER_VIEWS_H

#include "shared/sampler_model.h"

enum { SAMPLER_VIEWS = 2, ORDERS = 2 };
extern const cl_channel_order ORDER[ORDERS];    // of the images that are made of one picture

typedef struct {
    const ocl_picture *picture;    // the pixels of the image
    uint8_t *red;                  // their red channel
    size_t width, height;          // samples across and down one view
    size_t u_bytes, v_bytes;       // of all coordinates
    size_t bytes;                  // of all samples
    float *u, *v;                  // the coordinates: u[view][width], v[view][height]
    double loss;                   // of the model (sampler_model.h)
} sampler_views;

// Views of a picture, which must live as long as they do, with `width` samples across a view.  The
// coordinates are not set yet.  Release with sampler_views_free.
sampler_views sampler_views_new(const ocl_picture *picture, size_t width);
void sampler_views_free(sampler_views *views);

// The picture as an image of each order, CL_UNORM_INT8.  NULL: the device has no such images.  The
// caller releases them.
void sampler_views_images(const sampler_views *views, const ocl_env *env, cl_mem d_image[ORDERS]);

// Sets the coordinates for a mode.  They stay away from places where rounding decides (see
// model.h).  With CL_ADDRESS_NONE they stay where only texels of the image are read.
void sampler_views_place(sampler_views *views, const sampler_mode *mode);

// Compares every channel of every sample with the model, each within its own bound.  The result has
// the largest difference as its error and the largest bound of all samples as its bound.
ocl_result sampler_views_compare(const sampler_views *views, const sampler_mode *mode,
                                 cl_channel_order order, const float *samples);

// The place of sample i of `count` of a view along an axis of `size` texels, in texels.
double sampler_view_point(size_t view, size_t i, size_t count, double size);

#endif
