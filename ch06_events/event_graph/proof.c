// SPDX-License-Identifier: MIT

#include "event_graph.h"

static const char *const COMMAND[] = { "write A",  "write B",  "write C",
                                       "kernel A", "kernel B", "read" };

const event_graph_edge EVENT_GRAPH[EVENT_GRAPH_EDGES] = { { WRITE_A, KERNEL_A },
                                                          { WRITE_B, KERNEL_A },
                                                          { WRITE_C, KERNEL_B },
                                                          { KERNEL_A, KERNEL_B },
                                                          { KERNEL_B, READ } };

// Bit f of before[t]: f is complete when t starts, whatever the device does.
static void promises(const event_graph_run *run, unsigned before[COMMANDS])
{
    const event_graph_variant *variant = run->variant;
    for (int t = 0; t < COMMANDS; t++) {
        before[t] = 0;
        for (int f = 0; f < t; f++) {
            const bool queued = variant->in_order && variant->queue_of[f] == variant->queue_of[t];
            if (queued || run->waits[t] >> f & 1u) before[t] |= before[f] | 1u << f;
        }
    }
}

static ocl_result verify_edge(const event_graph_run *run, const event_graph_edge *edge,
                              const char *how, bool kept)
{
    char what[96];
    snprintf(what, sizeof what, "%s: %s after %s, %s", run->variant->name, COMMAND[edge->to],
             COMMAND[edge->from], how);
    return ocl_verify_equal(what, kept, true);
}

ocl_result event_graph_verify_promises(const event_graph_run *run)
{
    ocl_result check = { .pass = true };
    unsigned before[COMMANDS];
    promises(run, before);
    for (int e = 0; e < EVENT_GRAPH_EDGES; e++) {
        const event_graph_edge *edge = &EVENT_GRAPH[e];
        const bool promised = before[edge->to] >> edge->from & 1u;
        check = ocl_result_both(check, verify_edge(run, edge, "by queue or wait list", promised));
    }
    return check;
}

ocl_result event_graph_verify_stamps(const event_graph_run *run, double tick_ns)
{
    ocl_result check = { .pass = true };
    for (int e = 0; e < EVENT_GRAPH_EDGES; e++) {
        const event_graph_edge *edge = &EVENT_GRAPH[e];
        const bool seen =
            ocl_stamps_follow(&run->stamps[edge->from], &run->stamps[edge->to], tick_ns);
        check = ocl_result_both(check, verify_edge(run, edge, "by the stamps", seen));
    }
    return check;
}

void event_graph_print(ocl_report *report, const event_graph_run *run)
{
    unsigned before[COMMANDS];
    promises(run, before);
    ocl_report_print(report, "\n%-22s %-10s %10s\n", run->variant->name, "kept by", "us between");
    for (int e = 0; e < EVENT_GRAPH_EDGES; e++) {
        const int from = EVENT_GRAPH[e].from, to = EVENT_GRAPH[e].to;
        const char *keeper = run->waits[to] >> from & 1u ? "wait list"
                             : before[to] >> from & 1u   ? "queue"
                                                         : "nobody";
        const double ns = ocl_ns_between(run->stamps[from].ended, run->stamps[to].started);
        ocl_report_print(report, "%-8s -> %-10s %-10s %10.3f\n", COMMAND[from], COMMAND[to], keeper,
                         ns / 1e3);
    }
}

void event_graph_picture(const event_graph_run *runs, size_t count, const char *path)
{
    enum { MAX = 3 * COMMANDS };
    static const char *const kinds[] = { "write", "kernel", "read" };
    char names[MAX][32];
    const char *lanes[MAX];
    ocl_span spans[MAX];
    for (size_t i = 0; i < count * COMMANDS; i++) {
        const event_graph_run *run = &runs[i / COMMANDS];
        const size_t c = i % COMMANDS;
        const cl_ulong origin = ocl_first_start(run->stamps, COMMANDS);
        snprintf(names[i], sizeof names[i], "%s %s", run->variant->name, COMMAND[c]);
        lanes[i] = names[i];
        spans[i] = (ocl_span){ .lane = i,
                               .kind = c < KERNEL_A ? 0
                                       : c < READ   ? 1
                                                    : 2,
                               .begin_ns = ocl_ns_between(origin, run->stamps[c].started),
                               .end_ns = ocl_ns_between(origin, run->stamps[c].ended) };
    }
    const ocl_timeline timeline = { .title = "One graph on three kinds of queues",
                                    .lanes = lanes,
                                    .lane_count = count * COMMANDS,
                                    .kinds = kinds,
                                    .kind_count = 3,
                                    .spans = spans,
                                    .span_count = count * COMMANDS };
    ocl_output_timeline(&timeline, path);
}
