// SPDX-License-Identifier: MIT

#include "stamps.h"

const char *const PROFILING_TIMELINE_COMMANDS[] = { "write x", "write y", "kernel", "read y" };

void profiling_timeline_table(ocl_report *report, profiling_timeline_stamps stamps)
{
    ocl_report_print(report, "\nmicroseconds after the first command was queued");
    ocl_table table =
        ocl_table_open(report, "stamps_us", "command, queued, submitted, started, ended, complete");
    for (int c = 0; c < COMMANDS; c++) {
        double us[STAMPS];
        for (int s = 0; s < STAMPS; s++)
            us[s] = ocl_ns_between(stamps[0][QUEUED], stamps[c][s]) / 1e3;
        ocl_table_row(&table, "%-10s %12.3f %12.3f %12.3f %12.3f %12.3f",
                      PROFILING_TIMELINE_COMMANDS[c], us[QUEUED], us[SUBMITTED], us[STARTED],
                      us[ENDED], us[COMPLETE]);
    }
}

void profiling_timeline_chart(profiling_timeline_stamps stamps, const ocl_report *report,
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
                                    .lanes = PROFILING_TIMELINE_COMMANDS,
                                    .lane_count = COMMANDS,
                                    .kinds = kinds,
                                    .kind_count = 3,
                                    .spans = spans,
                                    .span_count = 3 * COMMANDS };
    ocl_output_timeline(report, &timeline, path);
}

ocl_result profiling_timeline_verify_order(int command, const cl_ulong *stamps,
                                           const cl_ulong *before, double tick_ns)
{
    static const float zeros[STAMPS] = { 0.0f };
    float early_ns[STAMPS] = { 0.0f };
    for (int s = 1; s < STAMPS; s++)
        early_ns[s] = (float)fmax(0.0, ocl_ns_between(stamps[s], stamps[s - 1]));
    if (before) early_ns[0] = (float)fmax(0.0, ocl_ns_between(stamps[STARTED], before[ENDED]));
    return ocl_verify_f32(PROFILING_TIMELINE_COMMANDS[command], early_ns, zeros, STAMPS, tick_ns);
}

ocl_result profiling_timeline_verify_wall(profiling_timeline_stamps stamps, double wall_ns,
                                          double tick_ns)
{
    double running_ns = 0.0;
    for (int c = 0; c < COMMANDS; c++)
        running_ns += ocl_ns_between(stamps[c][STARTED], stamps[c][ENDED]);
    const float excess_ns = (float)fmax(0.0, running_ns - wall_ns), none = 0.0f;

    // The two clocks may differ by a part in a thousand, and each stamp by a tick.
    return ocl_verify_f32("time beyond the host's", &excess_ns, &none, 1,
                          1e-3 * wall_ns + 2.0 * COMMANDS * tick_ns);
}
