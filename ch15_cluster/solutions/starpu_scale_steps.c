// SPDX-License-Identifier: MIT
//
// starpu_scale_steps - exercise 3 of starpu_scale: when can each task run?
//
//     cmake --build build --target exercise_starpu_scale_steps
//     build/exercises/starpu_scale_steps

#include "ocl.h"

enum { TASKS = 8 };

// Tasks of one handle, in the order in which they were inserted: 'r' reads, 'w' reads and writes.
// Each task takes one step, and there are enough workers.
static void find_steps(const char *modes, uint32_t *steps)
{
    uint32_t written = 0, read = 0;    // the first step after the last 'w'; after all 'r' since
    for (int t = 0; t < TASKS; t++) {
        //: skeleton
        //: steps[t] = written + read;    // Exercise 3 of starpu_scale: two readers can run together.
        //: read += modes[t] == 'r';
        //: written += modes[t] == 'w';
        //: solution
        steps[t] = modes[t] == 'r' || read < written ? written : read;
        if (modes[t] == 'r')
            read = steps[t] + 1;
        else
            written = steps[t] + 1;
        //: end
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "starpu_scale_steps",
                              .summary = "When can each task run?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const struct {
        const char *modes;
        uint32_t steps[TASKS];
    } cases[] = {
        { "wwwwwwww", { 0, 1, 2, 3, 4, 5, 6, 7 } },
        { "rrrrrrrr", { 0, 0, 0, 0, 0, 0, 0, 0 } },
        { "wrrrwrrw", { 0, 1, 1, 1, 2, 3, 3, 4 } },
        { "rrwwrwrr", { 0, 0, 1, 2, 3, 4, 5, 5 } },
    };
    ocl_report *report = ocl_report_open(&opt, NULL);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        uint32_t steps[TASKS];
        find_steps(cases[c].modes, steps);
        ocl_report_result(report, cases[c].modes,
                          ocl_verify_u32(cases[c].modes, steps, cases[c].steps, TASKS));
    }
    return ocl_report_close(report);
}
