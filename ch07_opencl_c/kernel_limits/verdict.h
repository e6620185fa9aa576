// SPDX-License-Identifier: MIT
//
// verdict - whether a kernel that needs much did what it must.

#ifndef KERNEL_LIMITS_VERDICT_H
#define KERNEL_LIMITS_VERDICT_H

#include "shared/outcome.h"

// What a kernel wrote, and what it must write.
typedef struct {
    cl_uint got, want;
} answer;

// So much of what a kernel needs, and where this is beside the device's limit.
typedef struct {
    const char *what;
    size_t amount;
    enum { AT, PAST, NO_LIMIT } place;
} trial;

// Adds a row to the table.  At a limit the kernel must run.  Elsewhere it may be refused.  Where it
// runs, its answer must be right.
ocl_result judge(ocl_table *table, const trial *t, const outcome *o, const answer *a);

#endif
