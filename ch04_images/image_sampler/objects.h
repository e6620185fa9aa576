// SPDX-License-Identifier: MIT
//
// sampler_objects - cl_sampler: made, asked, refused.

#ifndef SAMPLER_OBJECTS_H
#define SAMPLER_OBJECTS_H

#include "refusal.h"

#include "model.h"

// The two ways in which the host makes a sampler.  Release it with clReleaseSampler.  The second is of OpenCL
// 2.0: NULL where the device is older.
cl_sampler sampler_create(const ocl_env *env, sampler_mode mode);
cl_sampler sampler_create_2(const ocl_env *env, sampler_mode mode);

// Whether a sampler that nobody else holds answers what it was made with, and counts who holds it.
ocl_result sampler_verify_info(const ocl_env *env, cl_sampler sampler, sampler_mode mode);

// Samplers that must not be made, as a row of the report.
void sampler_report_refusals(const ocl_env *env, ocl_report *report);

#endif
