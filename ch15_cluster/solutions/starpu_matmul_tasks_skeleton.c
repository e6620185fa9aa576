// SPDX-License-Identifier: MIT
//
// starpu_matmul_tasks_skeleton - exercise 4 of starpu_matmul: how many tasks are there?
//
//     cp ch15_cluster/solutions/starpu_matmul_tasks_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

static int tasks(int m, int n, int k, int tile)
{
    return (m / tile) * (n / tile) * (k / tile);    // Exercise 4 of starpu_matmul: the last tiles.
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "starpu_matmul_tasks",
                              .summary = "How many tasks are there?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "512, tiles of 128",
                      ocl_verify_equal("512, tiles of 128", tasks(512, 512, 512, 128), 64));
    ocl_report_result(report, "513 rows",
                      ocl_verify_equal("513 rows", tasks(513, 512, 512, 128), 80));
    ocl_report_result(report, "small", ocl_verify_equal("small", tasks(3, 5, 7, 8), 1));
    return ocl_report_close(report);
}
