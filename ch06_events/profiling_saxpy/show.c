// SPDX-License-Identifier: MIT

#include "show.h"

const char *const PROFILING_SAXPY_COMMANDS[] = { "write x", "write y", "kernel", "read y" };

void profiling_saxpy_table(ocl_report *report, profiling_saxpy_stamps stamps)
{
    ocl_report_print(report, "\nmicroseconds after the first command was queued");
    ocl_table table =
        ocl_table_open(report, "stamps_us", "command, queued, submitted, started, ended, complete");
    for (int c = 0; c < COMMANDS; c++) {
        double us[STAMPS];
        for (int s = 0; s < STAMPS; s++)
            us[s] = ocl_ns_between(stamps[0][QUEUED], stamps[c][s]) / 1e3;
        ocl_table_row(&table, "%-10s %12.3f %12.3f %12.3f %12.3f %12.3f",
                      PROFILING_SAXPY_COMMANDS[c], us[QUEUED], us[SUBMITTED], us[STARTED],
                      us[ENDED], us[COMPLETE]);
    }
}

void profiling_saxpy_chart(profiling_saxpy_stamps stamps, const ocl_report *report,
                           const char *path)
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
    const ocl_timeline timeline = { .title =
                                        "Four commands: how long each waits, and how long it runs",
                                    .lanes = PROFILING_SAXPY_COMMANDS,
                                    .lane_count = COMMANDS,
                                    .kinds = kinds,
                                    .kind_count = 3,
                                    .spans = spans,
                                    .span_count = 3 * COMMANDS };
    ocl_output_timeline(report, &timeline, path);
}
