// SPDX-License-Identifier: MIT

#include "host_ptr_kinds.h"

const char *const KINDS[] = { "plain", "use_host_ptr", "alloc_host_ptr", "copy_host_ptr", NULL };

const cl_mem_flags FLAGS[] = { 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                               CL_MEM_COPY_HOST_PTR };

void report_rule(ocl_report *report, int kind, const char *rule, ocl_result result)
{
    char name[64];
    snprintf(name, sizeof name, "%s: %s", KINDS[kind], rule);
    ocl_report_result(report, name, result);
}
