// SPDX-License-Identifier: MIT
//
// speed_up - times of a problem on 1, 2, 4, ... units, beside Amdahl's and Gustafson's laws.
//
// With s, the serial fraction of the time on one unit, p units are at most this much faster:
//
//     the same problem (Amdahl)               1 / (s + (1 - s) / p)
//     a problem p times as large (Gustafson)  p - s (p - 1)

#ifndef OCL_SPEED_UP_H
#define OCL_SPEED_UP_H

#include "report.h"

enum { OCL_SPEED_UP_POINTS = 32 };

double ocl_amdahl(double serial, double p);
double ocl_gustafson(double serial, double p);

// A table of both laws for 1, 2, 4, 8 and 1024 units.
void ocl_speed_up_laws(ocl_report *report, double serial);

typedef struct {
    const char *name;                        // of the table, and along the chart
    const char *unit;                        // one of them: "unit", "rank"
    size_t count;                            // points
    double units[OCL_SPEED_UP_POINTS];       // how many
    double same_ns[OCL_SPEED_UP_POINTS];     // of the same problem, best runs
    double large_ns[OCL_SPEED_UP_POINTS];    // of a problem that grows with the units
    double setup_ns;    // of same_ns[0], the part that was measured as serial; 0: not measured
} ocl_speed_up;

// Fills `units` with 1, 2, 4, ... and `most`.
void ocl_speed_up_points(ocl_speed_up *curve, size_t most);

// The serial fraction as measured, and as fitted to the times of the same problem: the a / (a + b)
// for which a + b / p is nearest to them.  From 0 to 1; the fitted one of a single point is 0.
double ocl_speed_up_measured(const ocl_speed_up *curve);
double ocl_speed_up_fitted(const ocl_speed_up *curve);

// A table of the times, the speed-ups and both laws, and the serial fractions.  The laws are those
// of the measured fraction, where there is one.
void ocl_speed_up_report(ocl_report *report, const ocl_speed_up *curve);

// Draws speed-ups and laws.
void ocl_speed_up_chart(const ocl_report *report, const ocl_speed_up *curve, const char *path);

#endif
