// SPDX-License-Identifier: MIT
//
// graph - a run of the graph, and the proof that the run kept to the graph.

#ifndef EVENT_GRAPH_H
#define EVENT_GRAPH_H

#include "ocl.h"

// In the order in which they are enqueued.
enum { WRITE_A, WRITE_B, WRITE_C, KERNEL_A, KERNEL_B, READ, COMMANDS };

// `to` must not start before `from` has ended.
typedef struct {
    int from, to;
} event_graph_edge;

enum { EDGES = 5 };

// How a variant deals the commands out to queues, and whether its queues keep the order.
typedef struct {
    const char *name;
    bool in_order;
    int queue_of[COMMANDS];
} event_graph_variant;

// What was asked for, and what happened.
typedef struct {
    const event_graph_edge *edges;    // EDGES of them
    const event_graph_variant *variant;
    bool waits[COMMANDS]
              [COMMANDS];           // [to][from]: the event of `from` is in the wait list of `to`
    ocl_stamps stamps[COMMANDS];    // of the last run
    bool broken[EDGES];             // not kept in some run, by the stamps
} event_graph_run;

// After each run: which edges were not kept, according to the stamps.  An edge may be kept by luck:
// a device with nothing better to do keeps an order that nobody asked for.
void event_graph_note_stamps(event_graph_run *run, double tick_ns);

// Whether each edge was kept in all runs.
ocl_result event_graph_verify_stamps(const event_graph_run *run);

// Whether each edge will be kept in every run.  A wait list or an in-order queue must promise it,
// directly or through other commands.
ocl_result event_graph_verify_promises(const event_graph_run *run);

// The edges: who kept each of them, and the time from the end of the first command to the start of
// the second.
void event_graph_report(ocl_report *report, const event_graph_run *run);

// A lane per command of each run.  Each run begins at 0.
void event_graph_chart(const event_graph_run *runs, size_t count, const ocl_report *report,
                       const char *path);

#endif
