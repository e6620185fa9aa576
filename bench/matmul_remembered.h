// SPDX-License-Identifier: MIT
//
// matmul_remembered - sizes that a search has found (bench_matmul --tune), in the cache directory.

#ifndef BENCH_MATMUL_REMEMBERED_H
#define BENCH_MATMUL_REMEMBERED_H

#include "matmul_blocked/blocking.h"

// The sizes for a variant, for products of these extents (m, n, k).  `tuned` has those that are
// remembered for this device, this driver and extents like these, each rounded to a power of two.
// Without any, and for the other variants, the default sizes.  `given` (NULL: nothing) changes some
// of them; what is malformed exits with OCL_EXIT_USAGE.
matmul_blocking matmul_choose_blocking(const ocl_env *env, const char *variant, const size_t mnk[3],
                                       const char *given);

// False where the cache directory cannot be written.
bool matmul_remember_blocking(const ocl_env *env, const size_t mnk[3],
                              const matmul_blocking *blocking);

#endif
