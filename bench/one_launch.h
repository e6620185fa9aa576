// SPDX-License-Identifier: MIT
//
// one_launch - a contender whose run is a single launch, of a kernel whose arguments stay.

#ifndef BENCH_ONE_LAUNCH_H
#define BENCH_ONE_LAUNCH_H

#include "ocl.h"

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    size_t global[2], local[2];
    cl_mem d_out;
    void *out;    // the answer on the host, which all contenders share
    size_t bytes;
} one_launch;

// A kernel of the program, with its output as argument 0, for the extents: height 1 for one
// dimension.  `what` of a contender may begin with a one_launch.
one_launch one_launch_open(const ocl_env *env, cl_program program, const char *name,
                           const size_t extents[2], void *out, size_t bytes);
void one_launch_close(one_launch *l);

// For a contest_entry.  one_launch_forget is for contenders on the host.
void one_launch_forget(void *what, size_t round);
void one_launch_poison(void *what, size_t round);
void one_launch_run(void *what);

// The time of a run: on a CPU of one, by the host's clock, with the wait; else the mean of `runs`
// that follow each other, by the device's clock.
double one_launch_ns(one_launch *l, size_t runs);

void one_launch_read(const one_launch *l);

#endif
