// SPDX-License-Identifier: MIT
//
// image_formats_has_skeleton - exercise 3 of image_formats: does a device have one given format?
// has_format says no to all of them.
//
//     cp ch04_images/solutions/image_formats_has_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

#include "ocl.h"

enum { FLAGS = CL_MEM_READ_ONLY, TYPE = CL_MEM_OBJECT_IMAGE2D };

// Whether read-only 2-D images of this format can be made.
static bool has_format(cl_context context, cl_image_format format)
{
    // Exercise 3 of image_formats: ask how many formats there are, get them, and look for this one.
    (void)context;
    (void)format;
    return false;
}

// An image of this format can be made.
static bool can_make(const ocl_env *env, cl_image_format format)
{
    const cl_image_desc desc = { .image_type = TYPE, .image_width = 4, .image_height = 4 };
    cl_int err;
    cl_mem image = clCreateImage(env->context, FLAGS, &format, &desc, NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(image));
    return err == CL_SUCCESS;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_formats_has",
                              .summary = "Tells whether a device has one given format.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);

    // Formats that devices have and formats that they lack; CL_R with 0 is none at all.
    const cl_image_format formats[] = {
        { CL_RGBA, CL_UNORM_INT8 },
        { CL_RGBA, CL_FLOAT },
        { CL_R, CL_UNSIGNED_INT32 },
        { CL_BGRA, CL_UNORM_INT8 },
        { CL_RGB, CL_UNORM_SHORT_565 },
        { CL_LUMINANCE, CL_FLOAT },
        { CL_INTENSITY, CL_HALF_FLOAT },
        { CL_ARGB, CL_SIGNED_INT8 },
        { CL_R, 0 },
    };
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char what[32];
        snprintf(what, sizeof what, "format %#x, %#x", formats[i].image_channel_order,
                 formats[i].image_channel_data_type);
        const ocl_result one =
            ocl_verify_equal(what, has_format(env.context, formats[i]), can_make(&env, formats[i]));
        result = ocl_result_both(result, one);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "has_format", result);
    ocl_close(&env);
    return ocl_report_close(report);
}
