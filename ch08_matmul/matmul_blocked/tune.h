// SPDX-License-Identifier: MIT
//
// tune - good sizes: those that a search has found, and the search.
//
//     while (matmul_tuner_next(&tuner, &plan))
//         matmul_tuner_judge(&tuner, &plan, &STEPS THAT CARRY OUT THE PLAN);
//     matmul_tuner_close(&tuner);
//
// It tries the remembered sizes, the default sizes, then random sizes for half of the time, then
// the best sizes with one of them changed at a time.  Each winner is remembered.

#ifndef MATMUL_TUNE_H
#define MATMUL_TUNE_H

#include "plan.h"
#include "shared/product/check.h"

// The sizes for a variant, for products of these extents (m, n, k).  `tuned` has those that --tune
// found for this device, this driver and extents like these, each rounded to a power of two; they
// are kept in the cache directory.  Without any, and for the other variants, the default sizes.
// `given` (NULL: nothing) changes some of them; what is malformed exits with OCL_EXIT_USAGE.
matmul_blocking matmul_choose_blocking(const ocl_env *env, const char *variant, const size_t mnk[3],
                                       const char *given);

typedef struct {
    // Set by the caller.
    const ocl_env *env;
    ocl_report *report;
    const matmul_matrices *x;
    const matmul_check *check;
    cl_mem d_c;
    double begin_ns, seconds;    // of the search

    // The rest begins with zeros.
    int stage;
    size_t parameter, choice;    // the next one to change
    size_t wins_before;          // when the first parameter was changed
    uint64_t randoms;
    size_t tried, won;
    matmul_plan best_plan;
    matmul_steps best;
    double best_ns;
    bool cannot_remember;
} matmul_tuner;

// The next plan to try.  False when the time is up, when no change makes the best sizes faster, or
// when nothing fits the device.
bool matmul_tuner_next(matmul_tuner *tuner, matmul_plan *plan);

// Runs the steps and takes them over: it keeps the best and releases the others.  A winner's answer
// is checked.
void matmul_tuner_judge(matmul_tuner *tuner, const matmul_plan *plan, matmul_steps *steps);

// Says how many plans were tried, and releases the best steps.
void matmul_tuner_close(matmul_tuner *tuner);

#endif
