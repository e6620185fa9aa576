// SPDX-License-Identifier: MIT
//
// share - what a rank has of the matrices: a block of C, and panels of A and B, padded with zeros.
//
// C is m x n, A is m x k, B is k x n.  The ranks are a grid.  A rank computes one block of C: the
// rows `top` and below, as many as the other ranks in its row of the grid; the columns `left` and
// right of it, as many as the other ranks in its column.  k is divided into panels: panel q of A is
// `depth` columns of A, panel q of B the same rows of B.  A part of a panel lies in strips, as the
// kernel reads it (shared/product.h).  So it is made, and so it travels.

#ifndef MPI_MATMUL_SHARE_H
#define MPI_MATMUL_SHARE_H

#include "shared/cluster/pinned.h"
#include "shared/cluster/window.h"
#include "shared/product.h"
#include "shared/product/check.h"

enum { A, B, SIDES };    // the factors

// What a rank has of a factor.  Panel q is sent by rank q % size of those that need the same parts
// of it: for A these are a row of the grid, for B a column.
typedef struct {
    size_t rank, size;    // among them
    size_t lines;         // rows of its part of A, columns of its part of B: whole strips
    size_t strip;         // lines of a strip
    size_t floats;        // of the largest part
    pinned *parts;    // of all panels: those of this rank, with a window also those of the others
    pinned in[2];     // parts that are received: of even and of odd panels
    bool near;        // there is a window: all these ranks are on one machine
    window w;
} share_side;

typedef struct {
    size_t m, n, k, depth, panels;
    uint64_t seed;
    bool one_memory;                    // host and device share it
    bool reads_near;                    // where there is a window, nothing is sent
    size_t top, rows, left, columns;    // this rank's block of C
    size_t height, width;               // rows and columns, padded; never 0
    size_t c_bytes;                     // of the padded block
    share_side sides[SIDES];
} share;

// The share of the rank in this row and column of the grid, without memory.  Panels are as equal as
// they can be, of at most so much depth.  Exits with OCL_EXIT_USAGE when host or device have no
// room.
share share_plan(const ocl_env *env, size_t depth, product_layout layout, const int grid[2],
                 const int at[2]);

// Its memory and its own panels; with windows where they are wanted and possible.  All ranks call
// it, with the ranks of their row and of their column.
void share_open(const ocl_env *env, share *s, const MPI_Comm ranks[SIDES], bool wants_windows);
void share_close(const ocl_env *env, share *s);

// Columns of panel q of A, rows of panel q of B, padded.
size_t share_depth(const share *s, size_t q);

// This rank's part of panel q of a factor, to send or to receive.
const pinned *share_part(const share *s, int side, size_t q);

// Whether this rank can read the part without receiving it: it made the part, or another rank of
// its machine did so in a window.
bool share_is_here(const share *s, int side, size_t q);

// Whether parts of this side must be sent at all.
bool share_travels(const share *s, int side);

// Whether a kernel can read the part where it is: it is here, and host and device share one memory.
// Other parts are written to the device.
bool share_in_place(const share *s, int side, size_t q);

// The floats of such a part; who sends it.
int share_floats(const share *s, int side, size_t q);
int share_sender(const share *s, int side, size_t q);

// Nothing that has been received is left.
void share_poison(const share *s, size_t run);

// The rows of A and the columns of B that the block of C needs, and room for the block: for the
// check.  Close it with matmul_matrices_close.
matmul_matrices share_matrices(const share *s);

#endif
