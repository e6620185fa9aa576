// SPDX-License-Identifier: MIT
//
// image_formats_bytes - exercise 3 of image_formats: bytes per pixel.
//
//     cmake --build build --target exercise_image_formats_bytes
//     build/exercises/image_formats_bytes

#include "ocl.h"

static size_t channels_of(cl_channel_order order)
{
    //: skeleton
    //: return order == CL_RG ? 2 : 4;    // Exercise 3 of image_formats: and CL_R?
    //: solution
    return order == CL_R ? 1 : order == CL_RG ? 2 : 4;
    //: end
}

static size_t bytes_of(cl_channel_order order, cl_channel_type type)
{
    const bool one = type == CL_UNORM_INT8 || type == CL_UNSIGNED_INT8 || type == CL_SIGNED_INT8;
    const bool two = type == CL_UNORM_INT16 || type == CL_HALF_FLOAT;
    return channels_of(order) * (one ? 1 : two ? 2 : 4);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_formats_bytes",
                              .summary = "Bytes per pixel.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "CL_R, float",
                      ocl_verify_equal("CL_R, float", (long long)bytes_of(CL_R, CL_FLOAT), 4));
    ocl_report_result(
        report, "CL_RG, half",
        ocl_verify_equal("CL_RG, half", (long long)bytes_of(CL_RG, CL_HALF_FLOAT), 4));
    ocl_report_result(
        report, "CL_BGRA, 8 bits",
        ocl_verify_equal("CL_BGRA, 8 bits", (long long)bytes_of(CL_BGRA, CL_UNORM_INT8), 4));
    ocl_report_result(
        report, "CL_RGBA, float",
        ocl_verify_equal("CL_RGBA, float", (long long)bytes_of(CL_RGBA, CL_FLOAT), 16));
    return ocl_report_close(report);
}
