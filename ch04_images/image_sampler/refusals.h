// SPDX-License-Identifier: MIT
//
// refusals - samplers that a driver must refuse to make.

#ifndef SAMPLER_REFUSALS_H
#define SAMPLER_REFUSALS_H

#include "refusal.h"

// As rows of the report.
void sampler_report_refusals(cl_context context, cl_device_id device, ocl_report *report);

#endif
