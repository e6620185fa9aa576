// SPDX-License-Identifier: MIT
//
// costs - what launches and transfers cost: a line through the times, a table, a chart.

#ifndef REMOTE_DEVICES_COSTS_H
#define REMOTE_DEVICES_COSTS_H

#include "ocl.h"

enum { COST_SIZES = 16 };

// Of one device; medians in nanoseconds.
typedef struct {
    const char *who;
    double launch_ns;
    size_t count;    // sizes
    double bytes[COST_SIZES], write_ns[COST_SIZES], read_ns[COST_SIZES];
} device_costs;

// A transfer of b bytes takes about latency + b / rate.
typedef struct {
    double latency_ns, ns_per_byte;
} cost_line;

// The line with the smallest sum of squared relative errors: small transfers count as much as large
// ones.  Neither of its numbers is negative.
cost_line cost_fit(const double *bytes, const double *ns, size_t count);

// A table with a row per size, and one with a row per device.
void costs_report(ocl_report *report, const device_costs *costs, size_t devices);

// Time over size, both axes logarithmic, with the lines.
void costs_chart(const ocl_report *report, const device_costs *costs, size_t devices,
                 const char *path);

#endif
