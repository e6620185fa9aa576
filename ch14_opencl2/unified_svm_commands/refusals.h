// SPDX-License-Identifier: MIT
//
// refusals - calls of cl_intel_unified_shared_memory that must fail.

#ifndef UNIFIED_SVM_COMMANDS_REFUSALS_H
#define UNIFIED_SVM_COMMANDS_REFUSALS_H

#include "ocl.h"

#include "shared/usm_api.h"

// A table of mistakes, and one row of the report.  `host`: an allocation of the host, of at least 4
// bytes.
void report_usm_refusals(const ocl_env *env, ocl_report *report, const usm_api *api, void *host);

#endif
