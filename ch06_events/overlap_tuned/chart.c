// SPDX-License-Identifier: MIT

#include "chart.h"

static const char *const LANES[MAX_BUFFERS][STAGES] = {
    { "one: write", "one: kernel", "one: read" },
    { "two: write", "two: kernel", "two: read" },
    { "three: write", "three: kernel", "three: read" },
    { "four: write", "four: kernel", "four: read" },
};
static const char *const BUFFERS[MAX_BUFFERS] = { "first buffer", "second buffer", "third buffer",
                                                  "fourth buffer" };

overlap_chart overlap_chart_new(size_t blocks)
{
    const size_t most = MAX_BUFFERS * STAGES * blocks;
    return (overlap_chart){ .spans = ocl_alloc(most * sizeof(ocl_span)) };
}

void overlap_chart_free(overlap_chart *chart)
{
    free(chart->spans);
}

void overlap_chart_add(overlap_chart *chart, const cl_event *events, size_t blocks, size_t buffers)
{
    // All other commands wait for the first write.
    const cl_ulong begin = ocl_event_stamps(events[WRITE]).started;
    const size_t lane = STAGES * chart->runs++;
    for (size_t stage = 0; stage < STAGES; stage++)
        chart->lanes[lane + stage] = LANES[buffers - 1][stage];
    for (size_t k = 0; k < STAGES * blocks; k++) {
        const ocl_stamps stamps = ocl_event_stamps(events[k]);
        chart->spans[chart->count++] =
            (ocl_span){ .lane = lane + k % STAGES,
                        .kind = k / STAGES % buffers,
                        .begin_ns = ocl_ns_between(begin, stamps.started),
                        .end_ns = ocl_ns_between(begin, stamps.ended) };
    }
}

void overlap_chart_write(const overlap_chart *chart, const ocl_report *report, const char *path)
{
    const ocl_timeline timeline = { .title = "One to four buffers: what runs at the same time",
                                    .lanes = chart->lanes,
                                    .lane_count = STAGES * chart->runs,
                                    .kinds = BUFFERS,
                                    .kind_count = MAX_BUFFERS,
                                    .spans = chart->spans,
                                    .span_count = chart->count };
    ocl_output_timeline(report, &timeline, path);
}
