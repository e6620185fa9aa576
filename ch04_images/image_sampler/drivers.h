// SPDX-License-Identifier: MIT
//
// drivers - what drivers must refuse, and what some of them are known to do wrong.

#ifndef SAMPLER_DRIVERS_H
#define SAMPLER_DRIVERS_H

#include "refusal.h"

#include "shared/sampler_modes.h"

// Samplers that a driver must refuse to make, as a row of the report.
void sampler_report_refusals(cl_context context, cl_device_id device, ocl_report *report);

// What the device's driver is known to do wrong in this mode; NULL: nothing.
const char *sampler_known_fault(cl_device_id device, const sampler_mode *mode,
                                cl_channel_order order);

#endif
