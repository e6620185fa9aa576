// SPDX-License-Identifier: MIT
//
// remembered - the sizes that --tune found, kept in the cache directory.
//
// They belong to a device, its driver, and extents like these, each rounded to a power of two.

#ifndef MATMUL_REMEMBERED_H
#define MATMUL_REMEMBERED_H

#include "plan.h"

// The remembered sizes for this product on env's device.  Without any, the default sizes.
matmul_blocking matmul_remembered_blocking(const ocl_env *env, const matmul_plan *plan);

// Remembers the plan's sizes.  False when the cache directory cannot be written.
bool matmul_remember(const ocl_env *env, const matmul_plan *plan);

#endif
