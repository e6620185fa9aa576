// SPDX-License-Identifier: MIT
//
// facts - what the source says about its kernels, to be compared with what the driver says.

#ifndef FACTS_H
#define FACTS_H

#include "kernel_attributes/answers.h"

// Rows: for each kernel of kernel_attributes.cl, whether the answers are what its source says.
// False when a kernel is missing.
bool report_facts(ocl_report *report, cl_device_id device, const kernel_answers *kernels,
                  cl_uint count);

// Whether the program has one device, that of env, its context, this source and as many kernels.
ocl_result verify_program(const ocl_env *env, const program_answers *answers, const char *source,
                          size_t kernels);

// Whether all kernels name this program and this context as theirs.
ocl_result verify_owners(const kernel_answers *kernels, cl_uint count, cl_program program,
                         cl_context context);

#endif
