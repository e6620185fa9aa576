// SPDX-License-Identifier: MIT
//
// refusals - buffers and sub-buffers with flags that contradict each other.

#ifndef BUFFER_FLAGS_REFUSALS_H
#define BUFFER_FLAGS_REFUSALS_H

#include "ocl.h"

// Tries to create them all.  One row of the report.
void report_refusals(const ocl_env *env, ocl_report *report);

#endif
