// SPDX-License-Identifier: MIT
//
// event_graph - the graph, a run of it, and the proof that the run kept to the graph.

#ifndef EVENT_GRAPH_H
#define EVENT_GRAPH_H

#include "shared/stamps.h"

// In the order in which they are enqueued.
enum { WRITE_A, WRITE_B, WRITE_C, KERNEL_A, KERNEL_B, READ, COMMANDS };

// `to` must not start before `from` has ended.
typedef struct {
    int from, to;
} event_graph_edge;

enum { EVENT_GRAPH_EDGES = 5 };
extern const event_graph_edge EVENT_GRAPH[EVENT_GRAPH_EDGES];

// A kind of queues: how many, which of them takes which command, and whether they keep the order.
typedef struct {
    const char *name;
    bool in_order;
    int queue_of[COMMANDS];
} event_graph_variant;

// What was asked for, and what happened.
typedef struct {
    const event_graph_variant *variant;
    unsigned waits[COMMANDS];    // bit f of waits[t]: the event of f is in the wait list of t
    ocl_stamps stamps[COMMANDS];
} event_graph_run;

// Whether each edge was kept in this run, as the stamps have it: that may be luck, for a device that has
// nothing better to do keeps an order that nobody asked for ...
ocl_result event_graph_verify_stamps(const event_graph_run *run, double tick_ns);

// ... and whether each edge will be kept in any run: somebody has to promise it, a wait list, an in-order queue,
// or both through a third command.
ocl_result event_graph_verify_promises(const event_graph_run *run);

// The edges: who kept them, and how long before the start of its successor a command had ended.
void event_graph_print(ocl_report *report, const event_graph_run *run);

// A lane a command of each run, from the run's first start on.
void event_graph_picture(const event_graph_run *runs, size_t count, const char *path);

#endif
