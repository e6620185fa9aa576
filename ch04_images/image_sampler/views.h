// SPDX-License-Identifier: MIT
//
// sampler_views - where a picture is sampled, and what is done with the samples.
//
// There are two views: the whole picture with half as much again on every side, and its last corner,
// magnified, with a bit from behind the border.  Samples are R, G, B, A: view, row, column.

#ifndef SAMPLER_VIEWS_H
#define SAMPLER_VIEWS_H

#include "model.h"
#include "verify.h"

enum { SAMPLER_VIEWS = 2, SAMPLER_COLUMNS = 5, SAMPLER_ROWS = 4 };

typedef struct {
    const ocl_picture *picture;
    size_t width, height;    // samples across and down a view
    float *u, *v;            // their coordinates: `width` and `height` for each view
} sampler_views;

// Sets the coordinates to what the mode takes.  They keep off what rounding decides (see sampler_model), and
// with CL_ADDRESS_NONE off what is undefined: anything but the image's own texels.
void sampler_views_place(sampler_views *views, sampler_mode mode);

// Every channel of every sample against the model, each within its own bound.  The check's error is the
// largest difference, its bound the largest that is allowed anywhere.
ocl_result sampler_views_compare(const sampler_views *views, sampler_mode mode,
                                 cl_channel_order order, const float *samples);

// A canvas for a table of the samples of many modes, with its headings; false and why when there is no memory
// for it.  Free it with ocl_picture_free.
bool sampler_views_canvas(ocl_picture *canvas, const sampler_views *views,
                          const char *const rows[SAMPLER_ROWS],
                          const char *const columns[SAMPLER_COLUMNS], ocl_message *why);

// Draws the views into a cell, one above the other.  A checkerboard shows through where samples are
// transparent, and where a view goes beyond what may be asked of CL_ADDRESS_NONE.
void sampler_views_draw(ocl_picture *canvas, const sampler_views *views, sampler_mode mode,
                        size_t row, size_t column, const float *samples);

#endif
