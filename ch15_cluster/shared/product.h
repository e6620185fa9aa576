// SPDX-License-Identifier: MIT
//
// product - the kernel of mpi_matmul.cl: C = A B, or C += A B, where C is padded to whole tiles of
// TILE x TILE elements, and the columns of A to whole steps of STEP.

#ifndef CLUSTER_PRODUCT_H
#define CLUSTER_PRODUCT_H

#include "ocl.h"

// The same in all ranks, whatever device they have: parts of matrices travel between them.
enum { TILE = 64, STEP = 16 };

enum { FORM_AUTO, FORM_CPU, FORM_GPU };      // of the kernel
extern const char *const PRODUCT_FORMS[];    // their names

// Builds mpi_matmul.cl in the form for this device, or in the given one.  *range covers a C of so
// many rows and columns.  A device that cannot run the GPU's work-groups gets the CPU's form; if
// that was not asked for, exits with OCL_EXIT_SKIP.
cl_program product_build(const ocl_env *env, size_t form, size_t rows, size_t columns,
                         ocl_range_2d *range);

// C is m x n, A is m x k, B is k x n.  Exits with OCL_EXIT_USAGE when one of these is too large:
// MPI counts with an int, also where tiles are padded.
void product_require_extents(const size_t m_n_k[3]);

// Element `index` of a factor, uniform in [-1, 1]: that of matmul with the same seed.
float product_element(uint64_t seed, size_t index);

#endif
