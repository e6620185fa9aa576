// SPDX-License-Identifier: MIT
//
// refusals - formats that do not exist.

#ifndef PACKED_PIXELS_REFUSALS_H
#define PACKED_PIXELS_REFUSALS_H

#include "ocl.h"

// Formats that no device can have: the images must be refused.  The drivers disagree about the
// error, where the specification asks for CL_INVALID_IMAGE_FORMAT_DESCRIPTOR.
void packed_report_refusals(ocl_report *report, const ocl_env *env);

#endif
