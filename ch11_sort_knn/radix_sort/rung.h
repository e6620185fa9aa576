// SPDX-License-Identifier: MIT
//
// rung - the kernels of a rung of radix_sort, its tables, and how it divides the work.

#ifndef RADIX_SORT_RUNG_H
#define RADIX_SORT_RUNG_H

#include "radix_sort/settings.h"

enum { COUNT, SCAN, SCATTER, STEPS };

typedef struct {
    const char *name;
    radix_plan plan;
    cl_program program;
    cl_kernel kernels[STEPS];
    cl_mem d_counts, d_totals, d_sums;
    cl_program bucket_program;    // of `hybrid` only, as what follows
    cl_kernel buckets;
    cl_mem d_failed;
} radix_rung;

radix_rung radix_open(const ocl_env *env, const radix_settings *settings, size_t variant);
void radix_close(const radix_rung *r);

#endif
