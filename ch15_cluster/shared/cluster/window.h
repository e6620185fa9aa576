// SPDX-License-Identifier: MIT
//
// window - memory that the ranks of a machine share.
//
//     rank 0 of the machine     rank 1
//      | its part | part of 1 |      |          each rank sees all parts, at addresses of its own
//
// MPI gives such memory to ranks that can share it (MPI_Win_allocate_shared).  What a rank writes
// to its part, the others read there: no message is needed, and no copy.

#ifndef CLUSTER_WINDOW_H
#define CLUSTER_WINDOW_H

#include "cluster.h"

typedef struct {
    MPI_Win win;
} window;

// Whether all these ranks are on one machine, and there are several.
bool window_is_possible(MPI_Comm comm);

// All these ranks call it, each with the size of its own part.  Parts begin with a page.
window window_open(MPI_Comm comm, size_t bytes);
void window_close(window *w);

// The part of a rank, as this rank sees it.
void *window_part(const window *w, int rank);

// All ranks call it when they have written: from then on the others see it.
void window_show(const window *w);

#endif
