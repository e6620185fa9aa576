// SPDX-License-Identifier: MIT
//
// rate - a row of the report: its rate, and what that is beside the device's limit.

#ifndef OCL_RATE_H
#define OCL_RATE_H

#include "env.h"
#include "timing.h"
#include "verify.h"

// One variant of a sample, or one check where nothing is timed.
typedef struct {
    const char *name;
    const ocl_times *times;    // NULL: not timed
    double work;               // of one run: bytes for GB/s, operations for GFLOP/s, pixels ...
    const char *unit;    // of the rate; its first letter T, G or M scales it: "GB/s", "Mpixel/s"
    double limit;        // the device's own limit in that unit; 0: none is known
    ocl_result result;
    bool in_cache;    // so fast because its data stayed in a cache: the limit of memory is not its
} ocl_row;

// Work per second in the row's unit, if a run takes so many nanoseconds.  One byte per nanosecond
// is 1 GB/s.
double ocl_row_rate(const ocl_row *row, double ns);

// A rate as a share of the row's limit.  NAN where it is none: no limit is known, or the rate is
// above it by more than a measurement may be wrong, so that another limit holds.
double ocl_row_share(const ocl_row *row, double rate);

// Judges a row that is above its limit, before it is reported.  Either the machine was busy when
// the limit was measured: it is measured again, and commands run on the device.  Or the data fit
// into a cache: row->in_cache.  A row that no limit explains fails, and a complaint says so.
void ocl_judge_rate(const ocl_env *env, ocl_row *row);

#endif
