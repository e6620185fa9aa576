// SPDX-License-Identifier: MIT
//
// gl_texture_formats_bytes - exercise 3 of gl_texture_formats: the bytes of a pixel.
//: skeleton
//: // The answer is missing.
//: end
//
//     cmake --build build --target exercise_gl_texture_formats_bytes
//     build/exercises/gl_texture_formats_bytes

#include "ocl.h"

static const cl_channel_order ORDERS[] = { CL_RGBA, CL_RG, CL_R };
static const cl_channel_type TYPES[] = { CL_UNORM_INT8,     CL_SNORM_INT8,    CL_UNORM_INT16,
                                         CL_SNORM_INT16,    CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                         CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                         CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT };

// The bytes of a pixel: those of a channel, for each channel.
static size_t pixel_bytes(cl_image_format format)
{
    //: skeleton
    //: (void)format;
    //: return 0;    // Exercise 3 of gl_texture_formats: of both members
    //: solution
    const size_t channels = format.image_channel_order == CL_RGBA ? 4
                            : format.image_channel_order == CL_RG ? 2
                                                                  : 1;
    switch (format.image_channel_data_type) {
    case CL_UNORM_INT8:
    case CL_SNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
        return channels;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
        return 4 * channels;
    default:    // 16 bits
        return 2 * channels;
    }
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_formats_bytes",
                              .summary = "The bytes of a pixel.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_result result = { .pass = true };
    for (size_t order = 0; order < sizeof ORDERS / sizeof *ORDERS; order++)
        for (size_t type = 0; type < sizeof TYPES / sizeof *TYPES; type++) {
            const cl_image_format format = { ORDERS[order], TYPES[type] };
            if (!ocl_has_image_format(&env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, format))
                continue;
            size_t bytes;
            cl_mem image =
                ocl_image_2d(&env, CL_MEM_READ_ONLY, format, (const size_t[]){ 5, 3 }, NULL);
            OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, NULL));
            OCL_CHECK(clReleaseMemObject(image));
            result =
                ocl_result_both(result, ocl_verify_equal("bytes", (long long)pixel_bytes(format),
                                                         (long long)bytes));
        }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "bytes", result);
    ocl_close(&env);
    return ocl_report_close(report);
}
