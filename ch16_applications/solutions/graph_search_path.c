// SPDX-License-Identifier: MIT
//
// graph_search_path - exercise 2 of graph_search: the way from the start to a cell.
//
//     cmake --build build --target exercise_graph_search_path
//     build/exercises/graph_search_path

#include "ocl.h"

enum { WIDTH = 9, HEIGHT = 6, END = 4 * WIDTH + 7 };

// The distance of each cell from the start, which is the one with 0.
static const int32_t DISTANCE[HEIGHT * WIDTH] = {
    -2, -2, -2, -2, -2, -2, -2, -2, -2,    //
    -2, 0,  1,  2,  -2, 8,  9,  10, -2,    //
    -2, 1,  -2, 3,  -2, 7,  -2, 11, -2,    //
    -2, 2,  -2, 4,  5,  6,  -2, 12, -2,    //
    -2, 3,  4,  5,  -2, -2, -2, 13, -2,    //
    -2, -2, -2, -2, -2, -2, -2, -2, -2,    //
};

// Writes the cells from the start to the end; returns how many steps this takes.
static int32_t find_path(uint32_t *path, uint32_t end)
{
    const int32_t steps = DISTANCE[end];
    //: skeleton
    //: // Exercise 2 of graph_search: which neighbour of the end is one step nearer to the start?  And
    //: // then?
    //: path[steps] = end;
    //: solution
    uint32_t cell = end;
    for (int32_t step = steps; step > 0; step--) {
        path[step] = cell;
        const uint32_t neighbours[4] = { cell - WIDTH, cell - 1, cell + 1, cell + WIDTH };
        for (int k = 0; k < 4; k++)
            if (DISTANCE[neighbours[k]] == step - 1) cell = neighbours[k];
    }
    path[0] = cell;
    //: end
    return steps;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "graph_search_path",
                              .summary = "The way from the start to a cell.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    uint32_t path[HEIGHT * WIDTH] = { 0 };
    const int32_t steps = find_path(path, END);

    const uint32_t want[] = { 10, 11, 12, 21, 30, 31, 32, 23, 14, 15, 16, 25, 34, 43 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "steps", ocl_verify_equal("steps", steps, 13));
    ocl_report_result(report, "path",
                      ocl_verify_u32("path", path, want, sizeof want / sizeof *want));
    return ocl_report_close(report);
}
