// SPDX-License-Identifier: MIT
//
// pipes_reservations_ring - exercise 5 of pipes_reservations: a pipe with a capacity.
//
//     cmake --build build --target exercise_pipes_reservations_ring
//     build/exercises/pipes_reservations_ring

#include "ocl.h"

enum { CAPACITY = 4 };

typedef struct {
    int packets[CAPACITY];
    unsigned written, read;
} pipe_of_four;

static bool offer(pipe_of_four *p, int v)
{
    //: skeleton
    //: p->packets[p->written++ % CAPACITY] = v;    // Exercise 5 of pipes_reservations: is there room?
    //: solution
    if (p->written - p->read == CAPACITY) return false;
    p->packets[p->written++ % CAPACITY] = v;
    //: end
    return true;
}

static bool take(pipe_of_four *p, int *v)
{
    if (p->read == p->written) return false;
    *v = p->packets[p->read++ % CAPACITY];
    return true;
}

static pipe_of_four p;
static int v;

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "pipes_reservations_ring",
                              .summary = "A pipe with a capacity.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "four fit",
        ocl_verify_equal("four fit", offer(&p, 10) + offer(&p, 11) + offer(&p, 12) + offer(&p, 13),
                         4));
    ocl_report_result(report, "a fifth", ocl_verify_equal("a fifth", offer(&p, 14), 0));
    ocl_report_result(report, "one comes", ocl_verify_equal("one comes", take(&p, &v), 1));
    ocl_report_result(report, "it was the first", ocl_verify_equal("it was the first", v, 10));
    ocl_report_result(report, "now there is room",
                      ocl_verify_equal("now there is room", offer(&p, 15), 1));
    return ocl_report_close(report);
}
