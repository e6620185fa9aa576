// SPDX-License-Identifier: MIT
//
// rate - a row of the report: its rate, and what that is beside the device's limit.

#ifndef OCL_RATE_H
#define OCL_RATE_H

#include "env.h"
#include "timing.h"
#include "verify.h"

// Which limit of the device a row is measured by.
typedef enum { OCL_OWN_LIMIT, OCL_COPY_LIMIT, OCL_READ_LIMIT, OCL_FMA_LIMIT } ocl_kind_of_limit;

// One variant of a sample, or one check where nothing is timed.
typedef struct {
    const char *name;
    const ocl_times *times;    // NULL: not timed
    double work;               // of one run: bytes for GB/s, operations for GFLOP/s, pixels ...
    const char *unit;    // of the rate; its first letter T, G or M scales it: "GB/s", "Mpixel/s"
    double limit;        // the device's own limit in that unit; 0: none is known
    ocl_result result;

    // Of ocl_judge_rate alone.
    bool in_cache;     // so fast because its data stayed in a cache: the limit of memory is not its
    double doubted;    // the rate that the limit does not explain; 0: none
    ocl_kind_of_limit kind;
} ocl_row;

// Work per second in the row's unit, if a run takes so many nanoseconds.  One byte per nanosecond
// is 1 GB/s.
double ocl_row_rate(const ocl_row *row, double ns);

// A rate as a share of the row's limit.  NAN where it is none: no limit is known, or the rate is
// above it by more than a measurement may be wrong, so that another limit holds.
double ocl_row_share(const ocl_row *row, double rate);

// Judges a row before it is reported; launches nothing.  A row above its limit is row->in_cache,
// because its data fit into a cache, or it is doubted: the machine may have been busy when the
// limit was measured.
void ocl_judge_rate(const ocl_env *env, ocl_row *row);

// Measures the limits again for rows that are doubted: about two seconds, six where a rate is more
// than the device can do.  Each row gets the new limit.  A row that no limit explains fails, and a
// complaint says so.
void ocl_settle_rates(const ocl_env *env, ocl_row rows[], size_t count);

#endif
