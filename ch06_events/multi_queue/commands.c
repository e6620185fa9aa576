// SPDX-License-Identifier: MIT

#include "commands.h"

void multi_queue_chart(const multi_queue_run *runs, size_t count, const ocl_report *report,
                       const char *path)
{
    enum { MAX_LANES = MAX_RUNS * PARTS, MAX_SPANS = MAX_RUNS * COMMANDS };
    static const char *const kinds[] = { "write", "work", "sum", "read" };
    static const char *const numbers[] = { "0", "1", "2", "3" };
    char names[MAX_LANES][64];
    const char *lanes[MAX_LANES];
    ocl_span spans[MAX_SPANS];
    size_t lane = 0, span = 0;
    for (size_t r = 0; r < count; r++) {
        const multi_queue_run *run = &runs[r];
        const cl_ulong origin = ocl_first_start(run->stamps, COMMANDS);
        for (size_t c = 0; c < COMMANDS; c++)
            spans[span++] = (ocl_span){ .label = c < SUM ? numbers[c % PARTS] : NULL,
                                        .lane = lane + (c < SUM ? c % PARTS % run->queues : 0),
                                        .kind = c < WORK   ? 0
                                                : c < SUM  ? 1
                                                : c < READ ? 2
                                                           : 3,
                                        .begin_ns = ocl_ns_between(origin, run->stamps[c].started),
                                        .end_ns = ocl_ns_between(origin, run->stamps[c].ended) };
        for (size_t q = 0; q < run->queues; q++, lane++) {
            snprintf(names[lane], sizeof names[lane], "queue %zu of %zu", q, run->queues);
            lanes[lane] = names[lane];
        }
    }
    const ocl_timeline timeline = { .title =
                                        "One, two, four queues: which parts run at the same time",
                                    .lanes = lanes,
                                    .lane_count = lane,
                                    .kinds = kinds,
                                    .kind_count = 4,
                                    .spans = spans,
                                    .span_count = span };
    ocl_output_timeline(report, &timeline, path);
}

static ocl_result verify_pair(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                              double tick_ns)
{
    return ocl_verify_equal(what, ocl_stamps_follow(before, after, tick_ns), true);
}

ocl_result multi_queue_verify_order(const ocl_stamps stamps[COMMANDS], double tick_ns)
{
    const ocl_stamps *sum = &stamps[SUM];
    ocl_result result = verify_pair("read after sum", sum, &stamps[READ], tick_ns);
    for (int p = 0; p < PARTS; p++) {
        const ocl_stamps *write = &stamps[WRITE + p], *work = &stamps[WORK + p];
        result = ocl_result_both(result, verify_pair("work after write", write, work, tick_ns));
        result = ocl_result_both(result, verify_pair("sum after work", work, sum, tick_ns));
    }
    return result;
}
