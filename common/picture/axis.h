// SPDX-License-Identifier: MIT
//
// axis - the range of a chart's axis and its tick marks at round numbers.

#ifndef OCL_AXIS_H
#define OCL_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum { OCL_TICKS = 128 };

typedef struct {
    double at;         // 0 at the axis' low end, 1 at its high end
    char label[24];    // empty: a mark between the labelled ones
} ocl_tick;

typedef struct {
    bool logarithmic;
    int base;            // of a logarithmic axis' ticks: 2 or 10
    double low, high;    // the range seen; once finished, the ends (their logarithms to `base`)
    size_t values, powers_of_2;
    size_t tick_count;
    ocl_tick ticks[OCL_TICKS];
} ocl_axis;

// An axis that has seen no value.
ocl_axis ocl_axis_new(bool logarithmic);

// Whether a value can be shown: finite, of magnitude at most 1e300, and positive on a logarithmic
// axis.
bool ocl_axis_takes(const ocl_axis *axis, double value);

// Widens the range to hold a value; one that the axis does not take is passed over.
void ocl_axis_include(ocl_axis *axis, double value);

// Fixes the range and the ticks.  Ticks are 1, 2 or 5 times a power of ten apart, but at least
// `least_step`; on a logarithmic axis they are powers of two if most values are, else powers of ten
// and, where they fit, 2 and 5 times these.  At most about `most` (3 to 12) are labelled.
// `round_ends` moves the ends outwards to ticks; a logarithmic axis' ends always move to round
// numbers.  An axis without values goes from 0 to 1 (logarithmic: 1 to 10); a range too narrow for
// the digits of a label is widened.
void ocl_axis_finish(ocl_axis *axis, int most, double least_step, bool round_ends);

// Where on the finished axis a value lies: 0 at the low end, 1 at the high end.
double ocl_axis_at(const ocl_axis *axis, double value);

#endif
