// SPDX-License-Identifier: MIT
//
// checks - what must be refused; answers that change while the program runs.

#ifndef CHECKS_H
#define CHECKS_H

#include "ocl.h"

// `kernel` is kernel_info_required, with its arguments set.
void report_mistakes(const ocl_env *env, ocl_report *report, cl_program program, cl_kernel kernel);

// Retain adds 1 to the count that the queries return, release subtracts 1.
ocl_result verify_references(cl_program program, cl_kernel kernel);

// Local memory of an argument counts as soon as clSetKernelArg has set its size.  `kernel` is
// kernel_info_arguments.
ocl_result verify_local(const ocl_env *env, cl_kernel kernel);

#endif
