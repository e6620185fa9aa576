// SPDX-License-Identifier: MIT
//
// matmul_tune - the sizes of `tuned`: searched for, remembered, found again.

#ifndef MATMUL_TUNE_H
#define MATMUL_TUNE_H

#include "check.h"
#include "launch.h"

// The sizes found by a search on this device, with this driver, for extents like these (each rounded to a
// power of two); where there was none, the untuned ones.
matmul_blocking matmul_tuned_blocking(const matmul_job *job);

// Searches for about so many seconds: sizes at random, then the best of them with one size changed at a
// time.  `check` judges what would win; each winner is remembered in the cache directory.  Where not even
// the untuned sizes fit the device, it says so and returns.
void matmul_tune(const matmul_job *job, const matmul_check *check, double seconds,
                 ocl_report *report);

#endif
