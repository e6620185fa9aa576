// SPDX-License-Identifier: MIT
//
// rate - a row of the report: its rate, and whether a device can be as fast as that.

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
} ocl_row;

// Work per second in the row's unit, if a run takes so many nanoseconds.  One byte per nanosecond
// is 1 GB/s.
double ocl_row_rate(const ocl_row *row, double ns);

// Whether the device can be as fast as the row says.  If it cannot according to its limit, this
// limit is measured again: commands run on the device.  If it still cannot, a complaint says so.
// Rates of bytes are judged only where caches cannot help.
bool ocl_rate_is_possible(const ocl_env *env, const ocl_row *row);

#endif
