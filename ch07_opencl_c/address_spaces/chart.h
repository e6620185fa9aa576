// SPDX-License-Identifier: MIT
//
// chart - the rates of the four memories as bars.

#ifndef ADDRESS_SPACES_CHART_H
#define ADDRESS_SPACES_CHART_H

#include "ocl.h"

void draw_costs(ocl_report *report, const char *path);

#endif
