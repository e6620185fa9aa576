// SPDX-License-Identifier: MIT
//
// starpu_matmul_together - exercise 5 of starpu_matmul: tasks that may run at the same time.
//
//     cp ch15_cluster/solutions/starpu_matmul_together_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

typedef struct {
    int reads[2], writes;    // numbers of tiles
} task;

static bool may_overlap(task a, task b)
{
    for (int i = 0; i < 2; i++)
        if (a.reads[i] == b.writes || b.reads[i] == a.writes) return false;
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
