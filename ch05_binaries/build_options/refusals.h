// SPDX-License-Identifier: MIT
//
// refusals - options that must be refused, and what becomes of warnings.

#ifndef BUILD_OPTIONS_REFUSALS_H
#define BUILD_OPTIONS_REFUSALS_H

#include "cases.h"

// Tries each mistake, and a source with a warning.
void report_refusals(const lesson *l);

#endif
