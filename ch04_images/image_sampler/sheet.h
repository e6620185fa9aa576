// SPDX-License-Identifier: MIT
//
// sheet - the samples of all modes in one picture.

#ifndef SAMPLER_SHEET_H
#define SAMPLER_SHEET_H

#include "proof/image_sampler/views.h"

// A contact sheet: one cell for each mode, with headings.  False and why when there is no memory.
// Free it with ocl_picture_free.
bool sampler_sheet_alloc(ocl_picture *sheet, const sampler_views *views, ocl_message *why);

// Draws the two views into the cell of the mode, one above the other.  A checkerboard shows where
// samples are transparent, and where CL_ADDRESS_NONE does not allow a read.
void sampler_sheet_draw(ocl_picture *sheet, const sampler_views *views, const sampler_mode *mode,
                        const float *samples);

#endif
