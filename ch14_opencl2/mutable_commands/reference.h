// SPDX-License-Identifier: MIT
//
// reference - what the two kernels must give.

#ifndef MUTABLE_COMMANDS_REFERENCE_H
#define MUTABLE_COMMANDS_REFERENCE_H

#include "ocl.h"

enum { MARK_ITEMS = 240, EMPTY = 0x55555555, LAUNCHES = 16 };

// What a launch of mutable_commands_mark is made of.
typedef struct {
    const char *step;
    cl_mem *d_out;
    cl_uint factor;
    size_t offset, global, local;
} launch;

// Whether one of the two buffers has the marks of the launch, and is EMPTY elsewhere, and the other
// one is EMPTY.
ocl_result verify_marks(const ocl_env *env, const launch *a, const cl_mem d_outs[2]);

// What the first launch of a frame adds.
cl_uint number_of(size_t frame);

// LAUNCHES steps for each frame.
void frames_ref(cl_uint *x, size_t n, cl_uint start, size_t frames);

#endif
