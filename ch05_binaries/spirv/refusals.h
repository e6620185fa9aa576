// SPDX-License-Identifier: MIT
//
// refusals - modules and constants that must be refused.

#ifndef SPIRV_REFUSALS_H
#define SPIRV_REFUSALS_H

#include "input.h"

// Tries to make programs of what is no module.
void report_bad_modules(const ocl_env *env, ocl_report *report, const spirv_input *input,
                        const char *source);

// Tries to set constants that the module does not have, and one of a program from source.  Both
// programs are not built yet.
void report_bad_constants(const ocl_env *env, ocl_report *report, cl_program from_module,
                          cl_program from_source);

#endif
