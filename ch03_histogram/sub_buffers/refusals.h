// SPDX-License-Identifier: MIT
//
// refusals - sub-buffers that a driver must not create.

#ifndef SUB_BUFFERS_REFUSALS_H
#define SUB_BUFFERS_REFUSALS_H

#include "ocl.h"

// Tries them all on a device whose sub-buffers begin at multiples of `align` bytes.  One row of the
// report.
void report_refusals(const ocl_env *env, ocl_report *report, size_t align);

#endif
