// SPDX-License-Identifier: MIT
//
// stereo_distance - exercise 2 of stereo: from a shift to a distance.
//
//     cmake --build build --target exercise_stereo_distance
//     build/exercises/stereo_distance

#include "ocl.h"

// Two cameras, 0.12 m apart.  A thing 700 times as far away as it is wide takes one pixel.
static const float APART = 0.12f, PIXELS = 700;

// The distance in metres; what does not move is as far away as the stars.
static float distance(int shift)
{
    //: skeleton
    //: // Exercise 2 of stereo: here far things move more than near ones.
    //: return APART * PIXELS * (float)shift;
    //: solution
    return shift == 0 ? INFINITY : APART * PIXELS / (float)shift;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "stereo_distance",
                              .summary = "From a shift to a distance.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const float got[] = { distance(1), distance(2), distance(4), distance(12), distance(21) };
    const float want[] = { 84, 42, 21, 7, 4 };

    // Two roundings, each of 2^-24 of at most 84 m, and that of the constant 0.12.
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "metres", ocl_verify_f32("metres", got, want, 5, 3 * ldexp(84, -24)));
    ocl_report_result(report, "stars", ocl_verify_equal("stars", isinf(distance(0)) != 0, 1));
    return ocl_report_close(report);
}
