// SPDX-License-Identifier: MIT
//
// reference - what the operations of kernel_clock must give.

#ifndef KERNEL_CLOCK_REFERENCE_H
#define KERNEL_CLOCK_REFERENCE_H

#include "ocl.h"

enum { ADD, LOAD, LOCAL_ATOMIC, BARRIER, OPERATIONS };

// One work-group of `items` work-items; next[i] is a number below `places`.
typedef struct {
    size_t items, places;
    cl_uint *next;
    cl_uint count;    // operations
} clocked;

// A way through all places that comes back to its beginning, in random order.
void fill_next(cl_uint *next, size_t places, uint64_t seed);

// The answer of work-item i.
cl_uint clocked_ref(const clocked *c, int operation, size_t i);

#endif
