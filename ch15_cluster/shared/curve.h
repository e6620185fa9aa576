// SPDX-License-Identifier: MIT
//
// curve - times on 1, 2, 4, ... ranks, beside Amdahl's and Gustafson's laws.
//
// With s, the serial fraction of the time on one rank, p ranks are at most this much faster:
//
//     the same problem (Amdahl)               1 / (s + (1 - s) / p)
//     a problem p times as large (Gustafson)  p - s (p - 1)

#ifndef CLUSTER_CURVE_H
#define CLUSTER_CURVE_H

#include "ocl.h"

enum { CLUSTER_POINTS = 24 };

typedef struct {
    size_t count;                                                                       // points
    double ranks[CLUSTER_POINTS], same_ns[CLUSTER_POINTS], large_ns[CLUSTER_POINTS];    // best runs
} cluster_curve;

// Fills the points 1, 2, 4, ... and `most`.
void cluster_curve_points(cluster_curve *curve, int most);

// A table of the times, and the serial fraction: that of the Amdahl curve which is nearest to the
// times of the same problem.
void cluster_curve_report(ocl_report *report, const cluster_curve *curve);

// Draws speed-ups and laws.
void cluster_curve_chart(const ocl_report *report, const cluster_curve *curve, const char *path);

#endif
