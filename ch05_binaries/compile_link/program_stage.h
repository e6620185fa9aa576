// SPDX-License-Identifier: MIT
//
// program_stage - what clGetProgramBuildInfo says of a program that was compiled, linked or built.

#ifndef PROGRAM_STAGE_H
#define PROGRAM_STAGE_H

#include "ocl.h"

// Prints type of binary and options in a line, and checks the type and the status that goes with it.
ocl_result program_stage(ocl_report *report, cl_device_id device, const char *what,
                         cl_program program, cl_program_binary_type want);

// Prints the log, if compiling or linking is what failed.
void program_log(ocl_report *report, cl_device_id device, cl_program program, cl_int status);

#endif
