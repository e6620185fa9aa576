// SPDX-License-Identifier: MIT
//
// refusals - fills, copies and migrations that a driver must not accept.

#ifndef BUFFER_COMMANDS_REFUSALS_H
#define BUFFER_COMMANDS_REFUSALS_H

#include "ocl.h"

// Tries them all.  One row of the report.
void report_refusals(const ocl_env *env, ocl_report *report);

#endif
