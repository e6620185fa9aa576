// SPDX-License-Identifier: MIT

#include "graph.h"

static const char *const COMMAND[] = { "write A",  "write B",  "write C",
                                       "kernel A", "kernel B", "read" };

// before[t][f]: f is complete when t starts, whatever the device does.
static void find_promises(const event_graph_run *run, bool before[COMMANDS][COMMANDS])
{
    const event_graph_variant *variant = run->variant;
    for (int t = 0; t < COMMANDS; t++) {
        for (int f = 0; f < COMMANDS; f++)
            before[t][f] = false;
        for (int f = 0; f < t; f++) {
            const bool queued = variant->in_order && variant->queue_of[f] == variant->queue_of[t];
            if (!queued && !run->waits[t][f]) continue;
            before[t][f] = true;
            for (int e = 0; e < f; e++)
                before[t][e] = before[t][e] || before[f][e];
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
    ocl_result result = { .pass = true };
    bool before[COMMANDS][COMMANDS];
    find_promises(run, before);
    for (int e = 0; e < EDGES; e++) {
        const event_graph_edge *edge = &run->edges[e];
        const bool promised = before[edge->to][edge->from];
        result = ocl_result_both(result, verify_edge(run, edge, "by queue or wait list", promised));
    }
    return result;
}

void event_graph_note_stamps(event_graph_run *run, double tick_ns)
{
    for (int e = 0; e < EDGES; e++) {
        const event_graph_edge *edge = &run->edges[e];
        if (!ocl_stamps_follow(&run->stamps[edge->from], &run->stamps[edge->to], tick_ns))
            run->broken[e] = true;
    }
}

ocl_result event_graph_verify_stamps(const event_graph_run *run)
{
    ocl_result result = { .pass = true };
    for (int e = 0; e < EDGES; e++) {
        const bool kept = !run->broken[e];
        result = ocl_result_both(result, verify_edge(run, &run->edges[e], "by the stamps", kept));
    }
    return result;
}

void event_graph_report(ocl_report *report, const event_graph_run *run)
{
    bool before[COMMANDS][COMMANDS];
    find_promises(run, before);
    ocl_table table = ocl_table_open(report, "edges", "variant, from, to, kept by, us between");
    for (int e = 0; e < EDGES; e++) {
        const int from = run->edges[e].from, to = run->edges[e].to;
        const char *keeper = run->waits[to][from] ? "wait list"
                             : before[to][from]   ? "queue"
                                                  : "nobody";
        const double ns = ocl_ns_between(run->stamps[from].ended, run->stamps[to].started);
        ocl_table_row(&table, "%-12s  %-8s  %-8s  %-9s %12.3f", run->variant->name, COMMAND[from],
                      COMMAND[to], keeper, ns / 1e3);
    }
}

void event_graph_chart(const event_graph_run *runs, size_t count, const ocl_report *report,
                       const char *path)
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
    const ocl_timeline timeline = { .title = "What need not wait may run at the same time",
                                    .lanes = lanes,
                                    .lane_count = count * COMMANDS,
                                    .kinds = kinds,
                                    .kind_count = 3,
                                    .spans = spans,
                                    .span_count = count * COMMANDS };
    ocl_output_timeline(report, &timeline, path);
}
