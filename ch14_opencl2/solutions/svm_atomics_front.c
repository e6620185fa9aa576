// SPDX-License-Identifier: MIT
//
// svm_atomics_front - exercise 5 of svm_atomics: a node before the others.
//
//     cmake --build build --target exercise_svm_atomics_front
//     build/exercises/svm_atomics_front

#include "ocl.h"

enum { END = -1, NODES = 4 };

static void put(int *next, int *head, int i)
{
    //: skeleton
    //: next[i] = END;    // Exercise 5 of svm_atomics: what comes behind node i?
    //: solution
    next[i] = *head;
    //: end
    *head = i;
}

static int length(int nodes)
{
    int next[NODES], head = END, count = 0;
    for (int i = 0; i < nodes; i++)
        put(next, &head, i);
    for (int at = head; at != END; at = next[at])
        count++;
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_atomics_front",
                              .summary = "A node before the others.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "no node", ocl_verify_equal("no node", length(0), 0));
    ocl_report_result(report, "one node", ocl_verify_equal("one node", length(1), 1));
    ocl_report_result(report, "four nodes", ocl_verify_equal("four nodes", length(4), 4));
    return ocl_report_close(report);
}
