// SPDX-License-Identifier: MIT
//
// refusals - wrong copies on images, which a driver must refuse.

#ifndef IMAGE_COPY_REFUSALS_H
#define IMAGE_COPY_REFUSALS_H

#include "ocl.h"

// One row of the report.
void image_copy_refusals(const ocl_env *env, ocl_report *report);

#endif
