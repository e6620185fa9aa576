// SPDX-License-Identifier: MIT
//
// vulkan_image_julia - exercise 6 of vulkan_image: steps of a Julia set.
//
//     cmake --build build --target exercise_vulkan_image_julia
//     build/exercises/vulkan_image_julia

#include "ocl.h"

enum { ONE = 4096, MOST = 50 };

static int steps(int x, int y, int cx, int cy)
{
    int count = 0;
    while (count < MOST && x * x / ONE + y * y / ONE <= 4 * ONE) {
        const int next = (x * x - y * y) / ONE + cx;
        //: skeleton
        //: y = x * y / ONE + cy;    // Exercise 6 of vulkan_image: twice.
        //: solution
        y = 2 * x * y / ONE + cy;
        //: end
        x = next;
        count++;
    }
    return count;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vulkan_image_julia",
                              .summary = "Steps of a Julia set.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0 stays", ocl_verify_equal("0 stays", steps(0, 0, 0, 0), 50));
    ocl_report_result(report, "3 is outside",
                      ocl_verify_equal("3 is outside", steps(3 * ONE, 0, 0, 0), 0));
    ocl_report_result(report, "1 + i", ocl_verify_equal("1 + i", steps(ONE, ONE, 0, 0), 2));
    ocl_report_result(report, "1 + i, c = i",
                      ocl_verify_equal("1 + i, c = i", steps(ONE, ONE, 0, ONE), 1));
    return ocl_report_close(report);
}
