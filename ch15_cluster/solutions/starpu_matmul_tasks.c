// SPDX-License-Identifier: MIT
//
// starpu_matmul_tasks - exercise 4 of starpu_matmul: how many tasks are there?
//
//     cmake --build build --target exercise_starpu_matmul_tasks
//     build/exercises/starpu_matmul_tasks

#include "ocl.h"

//: skeleton
//: static int tasks(int m, int n, int k, int tile)
//: {
//:     return (m / tile) * (n / tile) * (k / tile);    // Exercise 4 of starpu_matmul: the last tiles.
//: }
//: solution
static int tiles(int size, int tile)
{
    return (size + tile - 1) / tile;
}

static int tasks(int m, int n, int k, int tile)
{
    return tiles(m, tile) * tiles(n, tile) * tiles(k, tile);
}
//: end

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
