// SPDX-License-Identifier: MIT
//
// formats - how clEnqueueFillImage stores a colour in images of many formats.

#ifndef IMAGE_COMMAND_FORMATS_H
#define IMAGE_COMMAND_FORMATS_H

#include "ocl.h"

// One row of the report per format that the device has.
void image_command_formats(const ocl_env *env, ocl_report *report, uint64_t seed);

#endif
