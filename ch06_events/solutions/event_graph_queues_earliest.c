// SPDX-License-Identifier: MIT
//
// event_graph_queues_earliest - exercise 3 of event_graph_queues: the longest chain.
//
//     cmake --build build --target exercise_event_graph_queues_earliest
//     build/exercises/event_graph_queues_earliest

#include "ocl.h"

enum { WRITE_A, WRITE_B, WRITE_C, KERNEL_A, KERNEL_B, READ, COMMANDS };

static const int TIME[COMMANDS] = { 4, 3, 3, 7, 8, 2 };

// A bit per command that must have ended before.
static const unsigned WAITS_FOR[COMMANDS] = {
    [KERNEL_A] = 1u << WRITE_A | 1u << WRITE_B,
    [KERNEL_B] = 1u << WRITE_C | 1u << KERNEL_A,
    [READ] = 1u << KERNEL_B,
};

// When each command ends.  The commands that it waits for stand before it.
static void find_ends(int ends[COMMANDS])
{
    for (int c = 0; c < COMMANDS; c++) {
        int begin = 0;
        //: skeleton
        //: // Exercise 3 of event_graph_queues: it begins when the last one it waits for has ended.
        //: if (WAITS_FOR[c] != 0) begin = ends[c - 1];
        //: solution
        for (int other = 0; other < c; other++)
            if (WAITS_FOR[c] >> other & 1 && ends[other] > begin) begin = ends[other];
        //: end
        ends[c] = begin + TIME[c];
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "event_graph_queues_earliest",
                              .summary = "The longest chain of a graph.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    int ends[COMMANDS];
    find_ends(ends);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "KERNEL_A ends",
                      ocl_verify_equal("KERNEL_A ends", ends[KERNEL_A], 11));
    ocl_report_result(report, "KERNEL_B ends",
                      ocl_verify_equal("KERNEL_B ends", ends[KERNEL_B], 19));
    ocl_report_result(report, "READ ends", ocl_verify_equal("READ ends", ends[READ], 21));
    return ocl_report_close(report);
}
