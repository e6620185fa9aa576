// SPDX-License-Identifier: MIT
//
// refusals - arguments that must not be NULL.

#ifndef NULL_BUFFER_REFUSALS_H
#define NULL_BUFFER_REFUSALS_H

#include "ocl.h"

// Tries them on the lesson's kernel.  One row of the report.
void null_buffer_refusals(cl_device_id device, cl_kernel kernel, ocl_report *report);

#endif
