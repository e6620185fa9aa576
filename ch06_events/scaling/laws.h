// SPDX-License-Identifier: MIT
//
// laws - times of a problem on 1, 2, 4, ... units, beside Amdahl's and Gustafson's laws.
//
// With s, the serial fraction of the time on one unit, p units are at most this much faster:
//
//     the same problem (Amdahl)              1 / (s + (1 - s) / p)
//     a problem p times as large (Gustafson) p - s (p - 1)

#ifndef SCALING_LAWS_H
#define SCALING_LAWS_H

#include "ocl.h"

enum { MAX_POINTS = 32 };

typedef struct {
    const char *name;                                                       // what the units are
    size_t count;                                                           // points
    double units[MAX_POINTS], same_ns[MAX_POINTS], large_ns[MAX_POINTS];    // best runs
    double setup_ns;    // the part that one thread of the host does, best run
} scaling_curve;

// Fills the points 1, 2, 4, ... and `most`.
void scaling_points(scaling_curve *curve, size_t most);

// The table of a curve, its serial fraction as measured, and as fitted to the times: the
// a / (a + b) for which a + b / p is nearest to them.
void scaling_report(ocl_report *report, const scaling_curve *curve);

// Draws speed-ups and laws.
void scaling_chart(const ocl_report *report, const scaling_curve *curve, const char *path);

#endif
