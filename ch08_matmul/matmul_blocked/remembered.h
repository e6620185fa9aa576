// SPDX-License-Identifier: MIT
//
// remembered - the sizes that --tune found, kept in the cache directory.
//
// They belong to a device, its driver, and extents like these, each rounded to a power of two.

#ifndef MATMUL_REMEMBERED_H
#define MATMUL_REMEMBERED_H

#include "blocking.h"

// The remembered sizes for products of these extents (m, n, k) on env's device.  Without any, the
// default sizes.
matmul_blocking matmul_remembered_blocking(const ocl_env *env, const size_t mnk[3]);

// Remembers sizes for them.  False when the cache directory cannot be written.
bool matmul_remember(const ocl_env *env, const size_t mnk[3], const matmul_blocking *blocking);

#endif
