// SPDX-License-Identifier: MIT
//
// remainder - a number of work-items that the work-group does not divide: three ways.

#ifndef OCCUPANCY_REMAINDER_H
#define OCCUPANCY_REMAINDER_H

#include "ocl.h"

// The book's example: 100 work-items in groups of 64.  On a device with smaller groups, the same
// share of its largest group.  Rows of the report:
//
//     rounded up: 128 work-items, and the kernel leaves out those past 100
//     refused: OpenCL C 1.2 allows no group of 36
//     non-uniform: groups of 64 and 36, in OpenCL C 2.0 and, where the device has it, 3.0
void report_remainder(const ocl_env *env, ocl_report *report);

#endif
