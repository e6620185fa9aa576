// SPDX-License-Identifier: MIT
//
// refusals - lists of properties that must be refused.

#ifndef PROPERTY_LISTS_REFUSALS_H
#define PROPERTY_LISTS_REFUSALS_H

#include "ocl.h"

// A row for each, and one for all.  Buffers have lists since OpenCL 3.0.
void property_lists_refusals(ocl_report *report, const ocl_env *env);

#endif
