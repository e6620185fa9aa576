// SPDX-License-Identifier: MIT
//
// profiling_timeline_median - exercise 2 of profiling_timeline: the time in the middle.
//
//     cmake --build build --target exercise_profiling_timeline_median
//     build/exercises/profiling_timeline_median

#include "ocl.h"

//: solution
static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

//: end
// The median of the times.
static double median(double *times, size_t count)
{
    //: skeleton
    //: // Exercise 2 of profiling_timeline: this is the mean, which one slow run changes.
    //: double sum = 0.0;
    //: for (size_t i = 0; i < count; i++)
    //:     sum += times[i];
    //: return sum / (double)count;
    //: solution
    qsort(times, count, sizeof *times, compare);
    const size_t middle = count / 2;
    return count % 2 ? times[middle] : 0.5 * (times[middle - 1] + times[middle]);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "profiling_timeline_median",
                              .summary = "The time in the middle.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    double odd[] = { 4, 90, 5, 3, 6 }, even[] = { 8, 2, 4, 100 };
    ocl_report_result(report, "five runs",
                      ocl_verify_equal("five runs", llround(median(odd, 5)), 5));
    ocl_report_result(report, "four runs",
                      ocl_verify_equal("four runs", llround(median(even, 4)), 6));
    return ocl_report_close(report);
}
