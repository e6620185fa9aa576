// SPDX-License-Identifier: MIT
//
// translation - how much of each thing a program may have.

#ifndef COMPILER_LIMITS_TRANSLATION_H
#define COMPILER_LIMITS_TRANSLATION_H

#include "ocl.h"

// C99 asks for a program that has all of its limits at once: it must run.  Then one program per
// limit has more: it is refused, or it is right.  Adds a table and two rows to the report.
void report_translation(const ocl_env *env, ocl_report *report);

#endif
