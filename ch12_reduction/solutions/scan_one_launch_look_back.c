// SPDX-License-Identifier: MIT
//
// scan_one_launch_look_back - exercise 4 of scan_one_launch: looking back.
//
//     cmake --build build --target exercise_scan_one_launch_look_back
//     build/exercises/scan_one_launch_look_back

#include "ocl.h"

typedef enum { NOTHING, OWN, ALL } known;

typedef struct {
    known what;
    int sum;
} tile;

// The sum of all tiles before this one.
static int sum_before(const tile *tiles, int at)
{
    int sum = 0;
    for (int k = at - 1; k >= 0; k--) {
        if (tiles[k].what == NOTHING) return -1;
        sum += tiles[k].sum;
        //: skeleton
        //: // Exercise 4 of scan_one_launch: when is the sum complete?
        //: solution
        if (tiles[k].what == ALL) break;
        //: end
    }
    return sum;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "scan_one_launch_look_back",
                              .summary = "Looking back.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const tile tiles[] = { { ALL, 4 }, { ALL, 10 }, { OWN, 5 }, { OWN, 2 }, { NOTHING, 0 } };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "all known", ocl_verify_equal("all known", sum_before(tiles, 4), 17));
    ocl_report_result(report, "at once", ocl_verify_equal("at once", sum_before(tiles, 2), 10));
    ocl_report_result(report, "nothing yet",
                      ocl_verify_equal("nothing yet", sum_before(tiles + 4, 1), -1));
    return ocl_report_close(report);
}
