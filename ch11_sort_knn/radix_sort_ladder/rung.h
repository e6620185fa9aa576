// SPDX-License-Identifier: MIT
//
// rung - the programs of a rung of radix_sort_ladder, its tables, and how it divides the work.

#ifndef RADIX_SORT_RUNG_H
#define RADIX_SORT_RUNG_H

#include "plan.h"

enum { COUNT, SCAN, SCATTER, BUCKETS, RADIX_KERNELS };

typedef struct {
    size_t variant;
    radix_plan plan;
    cl_program program;
    cl_kernel kernels[RADIX_KERNELS];    // BUCKETS of `hybrid` only
    cl_mem d_counts, d_totals;
    cl_mem d_sums;                // not of `plain`
    cl_program bucket_program;    // of `hybrid` only
    cl_mem d_failed;              // of `hybrid` only
} radix_rung;

// Everything but the kernels, which the lesson creates; radix_close releases them, too.
radix_rung radix_open(const ocl_env *env, const radix_settings *settings, size_t variant);
void radix_close(const radix_rung *r);

#endif
