// SPDX-License-Identifier: MIT
//
// costs - what launches and transfers cost: a line through the times, a table, a chart.

#ifndef REMOTE_DEVICES_COSTS_H
#define REMOTE_DEVICES_COSTS_H

#include "ocl.h"

enum { COST_SIZES = 16 };

// A transfer of b bytes takes about latency + b / rate.
typedef struct {
    double latency_ns, ns_per_byte;
} cost_line;

// Of one device; medians in nanoseconds.  costs_report fills the lines through them.
typedef struct {
    double launch_ns;
    size_t count;    // sizes
    double bytes[COST_SIZES], write_ns[COST_SIZES], read_ns[COST_SIZES];
    cost_line write, read;
} device_costs;

// Nanoseconds for so many bytes.
double cost_at(const cost_line *line, double bytes);

// One more size.
void costs_add(device_costs *costs, size_t bytes, double write_ns, double read_ns);

// A table with a row per size, and one with a row per device.  The lines have the smallest sum of
// squared relative errors, so that small transfers count as much as large ones; none of their
// numbers is negative.
void costs_report(ocl_report *report, device_costs *costs, size_t devices);

// Time over size, both axes logarithmic, with the lines: after costs_report.
void costs_chart(const ocl_report *report, const device_costs *costs, size_t devices,
                 const char *path);

#endif
