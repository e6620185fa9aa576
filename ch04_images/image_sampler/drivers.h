// SPDX-License-Identifier: MIT
//
// drivers - what some drivers are known to do wrong, or slowly.

#ifndef SAMPLER_DRIVERS_H
#define SAMPLER_DRIVERS_H

#include "options.h"

#include "shared/sampler_modes.h"

// What the device's driver is known to do wrong in this mode; NULL: nothing.
const char *sampler_known_fault(cl_device_id device, const sampler_mode *mode,
                                cl_channel_order order);

// Whether the mode is also tried with a kernel that has the sampler in its code.  Some drivers take
// seconds to compile such a kernel: if all modes run, only the last one of each column has it.
bool sampler_builds_literal(const sampler_mode *mode, const ocl_options *options);

#endif
