// SPDX-License-Identifier: MIT
//
// product - the kernels of mpi_matmul.cl and mpi_matmul_gpu.cl, C = A B or C += A B, and how and
// where A and B lie in memory for them.
//
// A is cut into strips of rows, B into strips of columns.  The elements of a strip lie in the order
// in which the kernel reads them: those of step 0 along k, those of step 1, and so on.  Numbers are
// places in memory:
//
//     A, strips of 3 rows             B, strips of 4 columns
//
//             step along k                       column
//     row     0  1  2  3              step      0  1  2  3    4  5  6  7
//      0      0  3  6  9               0        0  1  2  3   16 17 18 19
//      1      1  4  7 10               1        4  5  6  7   20 21 22 23
//      2      2  5  8 11               2        8  9 10 11   24 25 26 27
//                                      3       12 13 14 15   28 29 30 31
//      3     12 15 18 21
//      4     13 16 19 22      Where A or B ends, the last strip is filled up with zeros, and so are
//      5     14 17 20 23      the last steps.
//
// C is row-major, and padded to whole strips of rows and of columns.

#ifndef CLUSTER_PRODUCT_H
#define CLUSTER_PRODUCT_H

#include "ocl.h"

enum { STEP = 16 };    // steps along k are a multiple of it, filled up with zeros

typedef struct {
    size_t rows, columns;    // of a strip of A; of a strip of B
} product_layout;

enum { FORM_AUTO, FORM_CPU, FORM_GPU };      // of the kernel
extern const char *const PRODUCT_FORMS[];    // their names

// The layouts that there are kernels for.  The kernel for one of them also runs, if not fast, on
// devices that prefer a later one.
extern const product_layout PRODUCT_LAYOUTS[];

// Whether a layout is the one for GPUs.
bool product_is_for_gpu(int layout);

// The number of the layout that all ranks shall use: the first of those that their devices prefer,
// or that the given form needs.  Panels travel, so all ranks lay them out alike.  A device that
// cannot run the GPU's work-groups gets one of the CPU's layouts; if the GPU's was asked for, exits
// with OCL_EXIT_SKIP.  It calls cluster_agree and cluster_prepare (cluster/cluster.h).
int product_agree(const ocl_env *env, size_t form);

typedef struct {
    size_t global[3], local[3];
} product_range;

// Builds the kernel for this layout.  *range covers a C of so many rows and columns, with so many
// steps along k: size is { rows, columns, depth }.
cl_program product_build(const ocl_env *env, int layout, const size_t size[3],
                         product_range *range);

// Where an element lies that belongs to row `line` of A, or to column `line` of B; with `depth`
// steps along k in all.
size_t product_place(size_t line, size_t step, size_t strip, size_t depth);

// C is m x n, A is m x k, B is k x n.  Exits with OCL_EXIT_USAGE when one of these is too large:
// MPI counts with an int, also where strips are filled up.
void product_require_extents(const size_t m_n_k[3]);

// Element `index` of a factor, uniform in [-1, 1]: that of matmul_ladder with the same seed.
float product_element(uint64_t seed, size_t index);

#endif
