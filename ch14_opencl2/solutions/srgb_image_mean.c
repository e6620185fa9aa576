// SPDX-License-Identifier: MIT
//
// srgb_image_mean - exercise 4 of srgb_image: the mean of a black and a white pixel.
//
//     cmake --build build --target exercise_srgb_image_mean
//     build/exercises/srgb_image_mean

#include "ocl.h"

static double to_light(double stored)
{
    return stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4);
}

static double to_stored(double light)
{
    //: skeleton
    //: return light;    // Exercise 4 of srgb_image: the way back.
    //: solution
    return light < 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    //: end
}

static long long mean(int a, int b)
{
    return llround(255 * to_stored((to_light(a / 255.0) + to_light(b / 255.0)) / 2));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "srgb_image_mean",
                              .summary = "The mean of a black and a white pixel.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0 and 255", ocl_verify_equal("0 and 255", mean(0, 255), 188));
    ocl_report_result(report, "7 and 7", ocl_verify_equal("7 and 7", mean(7, 7), 7));
    ocl_report_result(report, "100 and 100", ocl_verify_equal("100 and 100", mean(100, 100), 100));
    ocl_report_result(report, "0 and 0", ocl_verify_equal("0 and 0", mean(0, 0), 0));
    ocl_report_result(report, "255 and 255", ocl_verify_equal("255 and 255", mean(255, 255), 255));
    return ocl_report_close(report);
}
