// SPDX-License-Identifier: MIT
//
// refusals - wrong commands on images, which a driver must refuse.

#ifndef IMAGE_COMMAND_REFUSALS_H
#define IMAGE_COMMAND_REFUSALS_H

#include "ocl.h"

// One row of the report.
void image_command_refusals(const ocl_env *env, ocl_report *report);

#endif
