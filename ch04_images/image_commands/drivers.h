// SPDX-License-Identifier: MIT
//
// drivers - commands that some drivers cannot execute on some kinds of images.

#ifndef IMAGE_COMMAND_DRIVERS_H
#define IMAGE_COMMAND_DRIVERS_H

#include "shared/box.h"

// Whether the driver is known not to fill such an image; then a note in the report says so.
bool image_fill_left_out(cl_device_id device, ocl_report *report, const image_kind *kind);

// Whether the driver is known to map parts of an image wrongly; then a note in the report says so.
bool image_parts_left_out(cl_device_id device, ocl_report *report, const image_kind *kind);

// Whether a fill without a colour may be tried; else a note in the report says why not.
bool image_fill_without_colour_runs(cl_device_id device, ocl_report *report);

#endif
