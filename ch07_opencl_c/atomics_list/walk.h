// SPDX-License-Identifier: MIT
//
// walk - the host walks along a list that the device has made.

#ifndef ATOMICS_LIST_WALK_H
#define ATOMICS_LIST_WALK_H

#include "ocl.h"

#define END 0xffffffffu    // no node

// Whether each of the nodes 0 to n - 1 is in the list exactly once.
ocl_result verify_list(cl_uint head, const cl_uint *next, size_t n);

// A note with the first nodes.
void report_list(ocl_report *report, cl_uint head, const cl_uint *next, size_t n);

#endif
