// SPDX-License-Identifier: MIT
//
// shortest_paths_way - exercise 3 of shortest_paths: the shortest way to a town.
//
//     cmake --build build --target exercise_shortest_paths_way
//     build/exercises/shortest_paths_way

#include "ocl.h"

enum { TOWNS = 6, ROADS = 8, END = 5 };

// Road i leads from a town to another one.  DISTANCE is the length of the shortest way from town 0.
static const uint32_t FROM[ROADS] = { 0, 0, 2, 1, 2, 4, 3, 4 };
static const uint32_t TO[ROADS] = { 1, 2, 1, 3, 4, 3, 5, 5 };
static const uint32_t LENGTH[ROADS] = { 7, 2, 3, 7, 8, 1, 4, 9 };
static const uint32_t DISTANCE[TOWNS] = { 0, 5, 2, 11, 10, 15 };

// Writes the towns of the shortest way, the end first, town 0 last; returns how many they are.
static size_t find_way(uint32_t *towns, uint32_t end)
{
    size_t count = 0;
    towns[count++] = end;
    //: skeleton
    //: // Exercise 3 of shortest_paths: this takes any road that is short enough.  Which one belongs to
    //: // the shortest way?
    //: while (end != 0 && count < TOWNS)
    //:     for (size_t i = 0; i < ROADS; i++)
    //:         if (TO[i] == end && LENGTH[i] <= DISTANCE[end]) {
    //:             end = FROM[i];
    //:             towns[count++] = end;
    //:             break;
    //:         }
    //: solution
    while (end != 0 && count < TOWNS)
        for (size_t i = 0; i < ROADS; i++)
            if (TO[i] == end && DISTANCE[FROM[i]] + LENGTH[i] == DISTANCE[end]) {
                end = FROM[i];
                towns[count++] = end;
                break;
            }
    //: end
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "shortest_paths_way",
                              .summary = "The shortest way to a town.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    uint32_t towns[TOWNS] = { 0 };
    const size_t count = find_way(towns, END);

    const uint32_t want[] = { 5, 3, 4, 2, 0 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "how many", ocl_verify_equal("how many", (long long)count, 5));
    ocl_report_result(report, "towns",
                      ocl_verify_u32("towns", towns, want, sizeof want / sizeof *want));
    return ocl_report_close(report);
}
