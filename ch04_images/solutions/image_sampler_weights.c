// SPDX-License-Identifier: MIT
//
// image_sampler_weights - exercise 6 of image_sampler: the weights of a linear filter.
//
//     cmake --build build --target exercise_image_sampler_weights
//     build/exercises/image_sampler_weights

#include "ocl.h"

typedef struct {
    int left;
    double weight;    // of the pixel on the right
} mix;

static mix weights_at(double u)
{
    //: skeleton
    //: return (mix){ (int)floor(u), u - floor(u) };    // Exercise 6 of image_sampler: the middles?
    //: solution
    const double at = u - 0.5;
    return (mix){ (int)floor(at), at - floor(at) };
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_sampler_weights",
                              .summary = "The weights of a linear filter.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "left of 2.5",
                      ocl_verify_equal("left of 2.5", weights_at(2.5).left, 2));
    ocl_report_result(report, "weight at 2.5",
                      ocl_verify_equal("weight at 2.5", llround(100 * weights_at(2.5).weight), 0));
    ocl_report_result(report, "left of 2.25",
                      ocl_verify_equal("left of 2.25", weights_at(2.25).left, 1));
    ocl_report_result(
        report, "weight at 2.25",
        ocl_verify_equal("weight at 2.25", llround(100 * weights_at(2.25).weight), 75));
    return ocl_report_close(report);
}
