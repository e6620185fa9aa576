// SPDX-License-Identifier: MIT

#include "profiling_saxpy.h"

const char *const PROFILING_SAXPY_COMMANDS[] = { "write x", "write y", "kernel", "read y" };

void profiling_saxpy_table(ocl_report *report, profiling_saxpy_stamps stamps, int count)
{
    json_t *details = ocl_report_details(report);
    ocl_report_print(report, "\n%-10s %12s %12s %12s %12s %12s   us after the first was queued\n",
                     "command", "queued", "submitted", "started", "ended",
                     count == STAMPS ? "complete" : "");
    for (int c = 0; c < COMMANDS; c++) {
        json_t *row = json_array();
        ocl_report_print(report, "%-10s", PROFILING_SAXPY_COMMANDS[c]);
        for (int s = 0; s < count; s++) {
            const double ns = ocl_ns_between(stamps[0][QUEUED], stamps[c][s]);
            ocl_report_print(report, " %12.3f", ns / 1e3);
            json_array_append_new(row, json_real(ns));
        }
        ocl_report_print(report, "\n");
        json_object_set_new(details, PROFILING_SAXPY_COMMANDS[c], row);
    }
}

void profiling_saxpy_picture(profiling_saxpy_stamps stamps, const char *path)
{
    static const char *const kinds[] = { "in the queue", "submitted", "running" };
    ocl_span spans[3 * COMMANDS];
    for (size_t i = 0; i < 3 * COMMANDS; i++) {
        const size_t c = i / 3, s = i % 3;
        const double begin = ocl_ns_between(stamps[0][QUEUED], stamps[c][s]);
        const double end = ocl_ns_between(stamps[0][QUEUED], stamps[c][s + 1]);
        spans[i] =
            (ocl_span){ .lane = c, .kind = s, .begin_ns = begin, .end_ns = fmax(begin, end) };
    }
    const ocl_timeline timeline = { .title = "Four commands of an in-order queue",
                                    .lanes = PROFILING_SAXPY_COMMANDS,
                                    .lane_count = COMMANDS,
                                    .kinds = kinds,
                                    .kind_count = 3,
                                    .spans = spans,
                                    .span_count = 3 * COMMANDS };
    ocl_output_timeline(&timeline, path);
}
