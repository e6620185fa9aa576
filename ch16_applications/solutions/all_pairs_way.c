// SPDX-License-Identifier: MIT
//
// all_pairs_way - exercise 2 of all_pairs: by which towns does one go?
//
//     cmake --build build --target exercise_all_pairs_way
//     build/exercises/all_pairs_way

#include "ocl.h"

enum { TOWNS = 6, FAR = 1 << 29 };

static const int32_t ROADS[TOWNS][TOWNS] = {
    { 0, 65, FAR, 66, FAR, FAR },    //
    { FAR, 0, 59, 22, FAR, FAR },    //
    { 31, FAR, 0, FAR, 13, 5 },      //
    { FAR, FAR, 37, 0, 43, FAR },    //
    { FAR, FAR, 92, 55, 0, 97 },     //
    { 39, FAR, FAR, 85, 30, 0 },     //
};

// Writes the towns from `from` to `to`; returns how many.
static uint32_t find_way(uint32_t *way, uint32_t from, uint32_t to)
{
    // first[i][j] is the town to which one goes first on the way from i to j.
    int32_t distance[TOWNS][TOWNS];
    uint32_t first[TOWNS][TOWNS];
    for (uint32_t i = 0; i < TOWNS; i++)
        for (uint32_t j = 0; j < TOWNS; j++) {
            distance[i][j] = ROADS[i][j];
            first[i][j] = j;
        }
    for (uint32_t k = 0; k < TOWNS; k++)
        for (uint32_t i = 0; i < TOWNS; i++)
            for (uint32_t j = 0; j < TOWNS; j++) {
                const int32_t through = distance[i][k] + distance[k][j];
                if (through >= distance[i][j]) continue;
                distance[i][j] = through;
                //: skeleton
                //: // Exercise 2 of all_pairs: and where does one go first now?
                //: solution
                first[i][j] = first[i][k];
                //: end
            }

    uint32_t count = 0;
    way[count++] = from;
    while (from != to && count < TOWNS) {
        from = first[from][to];
        way[count++] = from;
    }
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "all_pairs_way",
                              .summary = "By which towns does one go?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    uint32_t way[TOWNS] = { 0 };
    const uint32_t count = find_way(way, 0, 5);
    const uint32_t want[] = { 0, 3, 2, 5 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "towns", ocl_verify_equal("towns", count, 4));
    ocl_report_result(report, "way", ocl_verify_u32("way", way, want, 4));
    return ocl_report_close(report);
}
