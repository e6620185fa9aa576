// SPDX-License-Identifier: MIT
//
// chart - the times of builds against the lengths of programs.

#ifndef COMPILER_LIMITS_CHART_H
#define COMPILER_LIMITS_CHART_H

#include "ocl.h"

enum { LENGTHS = 5 };

typedef struct {
    double statements[LENGTHS], build_ms[LENGTHS], launch_ms[LENGTHS];
} build_times;

void draw_times(const ocl_report *report, const build_times *times, const char *path);

#endif
