// SPDX-License-Identifier: MIT
//
// matmul_tune - a search for good sizes of matmul_blocked's kernel.

#ifndef BENCH_MATMUL_TUNE_H
#define BENCH_MATMUL_TUNE_H

#include "matmul_blocked/plan.h"
#include "shared/product/check.h"

// Tries the remembered sizes and the default ones, then random sizes for half of the time, then the
// best sizes with one of them changed at a time.  A winner's answer is checked.  Each winner is
// remembered (matmul_remembered.h), and a line of the report says so.
void matmul_tune(const ocl_env *env, const size_t mnk[3], double seconds, ocl_report *report);

#endif
