// SPDX-License-Identifier: MIT
//
// host_ptr_kinds - four kinds of buffers, by the host memory flag that clCreateBuffer gets.

#ifndef HOST_PTR_KINDS_H
#define HOST_PTR_KINDS_H

#include "ocl.h"

enum { KIND_COUNT = 4 };

// plain, use_host_ptr, alloc_host_ptr, copy_host_ptr; ended by NULL.
extern const char *const KINDS[KIND_COUNT + 1];

// 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR.
extern const cl_mem_flags FLAGS[KIND_COUNT];

// The row "KIND: RULE" of the report.
void report_rule(ocl_report *report, int kind, const char *rule, ocl_result result);

#endif
