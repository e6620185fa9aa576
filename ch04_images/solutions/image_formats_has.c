// SPDX-License-Identifier: MIT
//
// image_formats_has - exercise 2 of image_formats: does a device have one given format?
//: skeleton
//: // has_format says no to all of them.
//: end
//
//     cmake --build build --target exercise_image_formats_has
//     build/exercises/image_formats_has

#include "ocl.h"

enum { FLAGS = CL_MEM_READ_ONLY, TYPE = CL_MEM_OBJECT_IMAGE2D };

// Whether read-only 2-D images of this format can be made.
static bool has_format(cl_context context, cl_image_format format)
{
    //: skeleton
    //: // Exercise 2 of image_formats: ask how many formats there are, get them, and look for this one.
    //: (void)context;
    //: (void)format;
    //: return false;
    //: solution
    cl_uint count;
    OCL_CHECK(clGetSupportedImageFormats(context, FLAGS, TYPE, 0, NULL, &count));
    if (count == 0) return false;
    cl_image_format *all = ocl_alloc(count * sizeof *all);
    OCL_CHECK(clGetSupportedImageFormats(context, FLAGS, TYPE, count, all, NULL));
    bool found = false;
    for (cl_uint i = 0; i < count; i++)
        found |= all[i].image_channel_order == format.image_channel_order &&
                 all[i].image_channel_data_type == format.image_channel_data_type;
    free(all);
    return found;
    //: end
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

    // Formats that each device with images has; formats that some have; CL_R with 0 is none at all.
    const struct {
        cl_image_format format;
        bool everywhere;
    } cases[] = {
        { { CL_RGBA, CL_UNORM_INT8 }, true },   { { CL_RGBA, CL_SIGNED_INT16 }, true },
        { { CL_RGBA, CL_FLOAT }, true },        { { CL_R, CL_UNSIGNED_INT32 }, false },
        { { CL_BGRA, CL_UNORM_INT8 }, false },  { { CL_RGB, CL_UNORM_SHORT_565 }, false },
        { { CL_LUMINANCE, CL_FLOAT }, false },  { { CL_INTENSITY, CL_HALF_FLOAT }, false },
        { { CL_ARGB, CL_SIGNED_INT8 }, false }, { { CL_R, 0 }, false },
    };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cl_image_format format = cases[i].format;
        const bool has = has_format(env.context, format), makes = can_make(&env, format);
        char what[32];
        snprintf(what, sizeof what, "format %#x, %#x", format.image_channel_order,
                 format.image_channel_data_type);
        // A driver may make more than it lists, as NVIDIA's does.  No program can count on that.
        if (makes && !has && !cases[i].everywhere)
            ocl_report_note(report, "%s: has_format says no, but an image can be made", what);
        else
            result = ocl_result_both(result, ocl_verify_equal(what, has, makes));
    }
    ocl_report_result(report, "has_format", result);
    ocl_close(&env);
    return ocl_report_close(report);
}
