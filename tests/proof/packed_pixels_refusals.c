// SPDX-License-Identifier: MIT
//
// packed_pixels_refusals - formats that do not exist.

#include "ocl.h"

static cl_int attempt(const ocl_env *env, cl_image_format format)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 2,
                                 .image_height = 2 };
    cl_int err;
    cl_mem image = clCreateImage(env->context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(image));
    return err;
}

// The drivers disagree about the error: any is right.
static ocl_refusal refusal(const ocl_env *env, const char *mistake, cl_image_format format)
{
    const cl_int err = attempt(env, format);
    return (ocl_refusal){ .mistake = mistake,
                          .got = err,
                          .want = err == CL_SUCCESS ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : err };
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "packed_pixels_refusals",
                              .summary = "Images of formats that do not exist.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    const char *fault = ocl_known_fault(env.device, "formats that do not exist");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    ocl_report *report = ocl_report_open(&opt, env.device);
    const ocl_refusal calls[] = {
        refusal(&env, "CL_UNORM_SHORT_565 with four channels",
                (cl_image_format){ CL_RGBA, CL_UNORM_SHORT_565 }),
        refusal(&env, "CL_RGB with a byte per channel", (cl_image_format){ CL_RGB, CL_UNORM_INT8 }),
    };
    ocl_report_refusals(report, env.device, calls, sizeof calls / sizeof *calls);
    ocl_close(&env);
    return ocl_report_close(report);
}
