// SPDX-License-Identifier: MIT
//
// C += A B for CPUs, where A is a panel of few columns and B is one of few rows.
//
//                        B  +--+--+--+--+--+--+
//                           |  |##|  |  |  |  |  depth
//                           +--+--+--+--+--+--+
//           A  +-----+   C  +--+--+--+--+--+--+
//              +-----+      |  |  |  |  |  |  |
//              |#####|      |  |o |  |  |  |  |    A work-item computes one block of C, ROWS x
//              +-----+      |  |  |  |  |  |  |    COLUMNS elements: o.
//              +-----+      +--+--+--+--+--+--+
//               depth
//
// A is in strips of ROWS rows, B is in strips of COLUMNS columns, which are two vectors.  The
// elements of a strip lie in the order in which the loop needs them: in each step a column of the
// strip of A, and a row of the strip of B.  So both are read from their beginning to their end.
//
// A core works through the work-items in the order of their numbers, those of dimension 0 first:
//
//     dimension 0    down the strips of A of one part of the rows; all need the same strip of B
//     dimension 1    along the strips of B; all need the same part of A
//     dimension 2    parts: a part of A fits in the cache of a core
//
// The host has filled the last strips up with zeros: the kernel has no edges.  C is row-major.
// `adds` is 0 for the first panel, whose product replaces what C holds.  The host sets:
//
//   WIDTH    floats in a vector of the device
//   ROWS     rows of a strip of A; the registers must hold 2 * ROWS + 2 vectors
//   AHEAD    factors are prefetched this many steps before their use; 0: they are not

#if !defined(WIDTH) || !defined(ROWS) || !defined(AHEAD)
#error "WIDTH, ROWS or AHEAD is not defined"
#endif

#include "prefetch.h"

#define COLUMNS          (2 * WIDTH)
#define JOIN(a, b)       a##b
#define JOIN_VALUE(a, b) JOIN(a, b)
typedef JOIN_VALUE(float, WIDTH) vector;

// A CPU with such vectors has one instruction for it, which fma() asks for: PoCL 7 makes two of
// a * b + sum.  Elsewhere fma() may be a slow function.
#if WIDTH > 4
#define ADD_PRODUCT(sum, a, b) fma(a, b, sum)
#else
#define ADD_PRODUCT(sum, a, b) ((sum) + (a) * (b))
#endif

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
mpi_matmul(global float *restrict c, global const float *restrict a, global const float *restrict b,
           uint rows, uint columns, uint depth, uint adds)
{
    const size_t top = (get_global_id(2) * get_global_size(0) + get_global_id(0)) * ROWS;
    const size_t left = get_global_id(1) * COLUMNS;
    if (top >= rows) return;    // the last part may have fewer strips
    c += top * columns + left;
    a += top * depth;
    b += left * depth;
    vector sum[ROWS][2];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        sum[r][0] = sum[r][1] = 0.0f;
    for (int r = 0; r < ROWS; r++) {
        PREFETCH(c + r * columns);
        PREFETCH(c + r * columns + WIDTH);
    }

    for (uint i = 0; i < depth; i++, a += ROWS, b += COLUMNS) {
        PREFETCH(a + AHEAD * ROWS);
        PREFETCH(b + AHEAD * COLUMNS);
        PREFETCH(b + AHEAD * COLUMNS + WIDTH);
        const vector left = ((global const vector *)b)[0], right = ((global const vector *)b)[1];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            sum[r][0] = ADD_PRODUCT(sum[r][0], (vector)a[r], left);
            sum[r][1] = ADD_PRODUCT(sum[r][1], (vector)a[r], right);
        }
    }

#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        global vector *to = (global vector *)(c + r * columns);
        to[0] = adds ? to[0] + sum[r][0] : sum[r][0];
        to[1] = adds ? to[1] + sum[r][1] : sum[r][1];
    }
}
