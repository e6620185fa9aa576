// SPDX-License-Identifier: MIT
//
// starpu_matmul_together - exercise 5 of starpu_matmul: tasks that may run at the same time.
//
//     cmake --build build --target exercise_starpu_matmul_together
//     build/exercises/starpu_matmul_together

#include "ocl.h"

typedef struct {
    int reads[2], writes;    // numbers of tiles
} task;

static bool may_overlap(task a, task b)
{
    for (int i = 0; i < 2; i++)
        //: skeleton
        //: for (int k = 0; k < 2; k++)
        //:     if (a.reads[i] == b.reads[k]) return false;    // Exercise 5 of starpu_matmul: why not?
        //: solution
        if (a.reads[i] == b.writes || b.reads[i] == a.writes) return false;
    //: end
    return a.writes != b.writes;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "starpu_matmul_together",
                              .summary = "Tasks that may run at the same time.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the same tile of A",
                      ocl_verify_equal("the same tile of A",
                                       may_overlap((task){ { 1, 2 }, 8 }, (task){ { 1, 3 }, 9 }),
                                       1));
    ocl_report_result(report, "the same tile of C",
                      ocl_verify_equal("the same tile of C",
                                       may_overlap((task){ { 1, 2 }, 8 }, (task){ { 3, 4 }, 8 }),
                                       0));
    ocl_report_result(report, "one reads what the other writes",
                      ocl_verify_equal("one reads what the other writes",
                                       may_overlap((task){ { 1, 8 }, 7 }, (task){ { 3, 4 }, 8 }),
                                       0));
    ocl_report_result(report, "nothing alike",
                      ocl_verify_equal("nothing alike",
                                       may_overlap((task){ { 1, 2 }, 7 }, (task){ { 3, 4 }, 8 }),
                                       1));
    return ocl_report_close(report);
}
