// SPDX-License-Identifier: MIT
//
// image_formats_all_refusals - queries for formats that must be refused.

#include "ocl.h"

static cl_int ask(const ocl_env *env, cl_mem_object_type type, cl_image_format *formats)
{
    return clGetSupportedImageFormats(env->context, CL_MEM_READ_ONLY, type, 0, formats, NULL);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_formats_all_refusals",
                              .summary = "Queries for formats of images, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_image_format format;
    const ocl_refusal calls[] = {
        { .mistake = "a list with room for no format",
          .got = ask(&env, CL_MEM_OBJECT_IMAGE2D, &format),
          .want = CL_INVALID_VALUE },
        { .mistake = "the formats of a buffer",
          .got = ask(&env, CL_MEM_OBJECT_BUFFER, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env.device, calls, sizeof calls / sizeof *calls);
    ocl_close(&env);
    return ocl_report_close(report);
}
