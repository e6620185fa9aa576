// SPDX-License-Identifier: MIT
//
// share - what a rank has of the plate: some rows, and room for copies of its neighbours' rows.
//
//     row of the buffers   0 |~~~~~~~~~~|   halo: copies of the last rows of the rank above
//                          1 |~~~~~~~~~~|
//                       halo |##########|   the rank's own rows: `rows` of them
//                            |##########|
//                halo + rows |~~~~~~~~~~|   halo: copies of the first rows of the rank below
//                            |~~~~~~~~~~|

#ifndef MPI_STENCIL_SHARE_H
#define MPI_STENCIL_SHARE_H

#include "plate.h"
#include "shared/cluster/cluster.h"
#include "shared/cluster/pinned.h"

enum { UP, DOWN };

typedef struct {
    size_t first, rows, width;    // the rank's own rows: rows `first` and below of the plate
    size_t halo;                  // rows above them, and as many below
    int neighbour[2];             // the ranks above and below; MPI_PROC_NULL where the plate ends
    float *begin;                 // all rows of the buffers before the first step
    pinned out[2], in[2];         // edge rows that are sent, halo rows that are received
    float *end, *whole;           // own rows after the last step; of rank 0: the rows of all ranks
} plate_share;

// The share of this rank, with halos of at most so many rows: a rank has them from one neighbour,
// so there are no more than the smallest share has.  Exits with OCL_EXIT_USAGE when host or device
// have no room.
plate_share share_open(const cluster *c, const ocl_env *env, const plate *p, size_t halo);
void share_close(const ocl_env *env, plate_share *s);

// The bytes of so many rows.
size_t share_bytes(const plate_share *s, size_t rows);

// The first of the `count` rows of the buffers that a neighbour needs, or sends.
size_t share_edge(const plate_share *s, int side, size_t count);
size_t share_halo(const plate_share *s, int side, size_t count);

// All rows of the plate from one to another: own rows, and those of the halos that are at most
// `reach` rows away.  The plate may end before.
void share_reach(const plate_share *s, const plate *p, size_t reach, size_t *begin, size_t *count);

// Before a run: the plate as it was in the first buffer, poison in the second one.
void share_begin(const plate_share *s, const ocl_env *env, const cl_mem d_u[2], size_t run);

// Brings the rows `end` of all ranks to `whole` in rank 0.
void share_gather(const plate_share *s, const cluster *c, const plate *p);

#endif
