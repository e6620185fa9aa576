// SPDX-License-Identifier: MIT

#include "ideal.h"

double overlap_ideal_ns(ocl_report *report, const char *memory, unsigned steps, size_t blocks,
                        const double ns[STAGES])
{
    const double ideal_ns = fmax(ns[KERNEL], fmax(ns[WRITE], ns[READ]));

    // At the beginning and at the end, the two shorter stages of one block are not hidden.
    const double rest_ns = (ns[WRITE] + ns[KERNEL] + ns[READ] - ideal_ns) / (double)blocks;
    ocl_table table =
        ocl_table_open(report, "stages_alone",
                       "memory, steps, write ms, kernel ms, read ms, ideal ms, fill and drain ms");
    ocl_table_row(&table, "%-9s %8u %9.3f %10.3f %8.3f %9.3f %18.3f", memory, steps,
                  ns[WRITE] / 1e6, ns[KERNEL] / 1e6, ns[READ] / 1e6, ideal_ns / 1e6, rest_ns / 1e6);
    return ideal_ns;
}
