// SPDX-License-Identifier: MIT

#include "parts.h"

void show_parts(ocl_report *report, const frame_parts parts[WAYS], const size_t copied[WAYS],
                double bus)
{
    ocl_table table = ocl_table_open(
        report, "parts of a frame", "parts in us, painting, to Vulkan, drawing, back, copies GB/s");
    for (int way = 0; way < WAYS; way++) {
        const double *part = parts[way].us;
        if (part[PAINTING] <= 0) continue;
        const double longer = parts[way].whole - parts[OPAQUE_FD].whole;
        const bool is_known = copied[way] && parts[OPAQUE_FD].whole > 0;
        const double rate = is_known ? (double)copied[way] / (1e3 * longer) : NAN;
        ocl_table_row(&table, "%-11s %8.1f %9.1f %7.1f %6.1f %11.1f", WAY_NAMES[way],
                      part[PAINTING], part[TO_VULKAN], part[DRAWING], part[BACK], rate);
    }
    if (bus > 0) ocl_report_fact(report, "the bus, from and to pinned memory, GB/s", "%.1f", bus);
}
