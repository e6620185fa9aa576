// SPDX-License-Identifier: MIT
//
// refusals - wrong descriptions of images and wrong queries, which a driver must refuse.

#ifndef IMAGE_OBJECT_REFUSALS_H
#define IMAGE_OBJECT_REFUSALS_H

#include "ocl.h"

// Two rows of the report.
void image_object_refusals(const ocl_env *env, ocl_report *report);

#endif
