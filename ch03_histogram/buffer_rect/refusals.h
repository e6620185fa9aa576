// SPDX-License-Identifier: MIT
//
// refusals - regions and pitches that a driver must not accept.

#ifndef BUFFER_RECT_REFUSALS_H
#define BUFFER_RECT_REFUSALS_H

#include "ocl.h"

// One row of the report.
void buffer_rect_refusals(const ocl_env *env, ocl_report *report);

#endif
