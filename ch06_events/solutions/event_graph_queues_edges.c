// SPDX-License-Identifier: MIT
//
// event_graph_queues_edges - exercise 4 of event_graph_queues: edges that are not needed.
//
//     cmake --build build --target exercise_event_graph_queues_edges
//     build/exercises/event_graph_queues_edges

#include "ocl.h"

enum { WRITE_A, WRITE_B, KERNEL_A, KERNEL_B, READ, COMMANDS };

// A bit per command that must have ended before.
static const unsigned WAITS_FOR[COMMANDS] = {
    [KERNEL_A] = 1u << WRITE_A | 1u << WRITE_B,
    [KERNEL_B] = 1u << WRITE_A | 1u << KERNEL_A,
    [READ] = 1u << KERNEL_A | 1u << KERNEL_B,
};

// All that must have ended before command c, also through others.
static unsigned before(int c)
{
    unsigned all = WAITS_FOR[c];
    for (int other = c - 1; other >= 0; other--)
        if (all >> other & 1) all |= WAITS_FOR[other];
    return all;
}

// The edges of command c that can be left out.
static unsigned superfluous(int c)
{
    unsigned found = 0;
    //: skeleton
    //: // Exercise 4 of event_graph_queues: which of these does one of the others wait for?
    //: found |= WAITS_FOR[c] & before(c);
    //: solution
    for (int other = 0; other < c; other++)
        if (WAITS_FOR[c] >> other & 1) found |= WAITS_FOR[c] & before(other);
    //: end
    return found;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_graph_queues_edges",
                              .summary = "Edges that others make superfluous.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "of KERNEL_A",
                      ocl_verify_equal("of KERNEL_A", superfluous(KERNEL_A), 0));
    ocl_report_result(report, "of KERNEL_B",
                      ocl_verify_equal("of KERNEL_B", superfluous(KERNEL_B), 1 << WRITE_A));
    ocl_report_result(report, "of READ",
                      ocl_verify_equal("of READ", superfluous(READ), 1 << KERNEL_A));
    return ocl_report_close(report);
}
