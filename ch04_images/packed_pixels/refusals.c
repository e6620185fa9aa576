// SPDX-License-Identifier: MIT

#include "refusals.h"

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

void packed_report_refusals(ocl_report *report, const ocl_env *env)
{
    if (ocl_known_fault(env->device, "formats that do not exist")) return;
    static const struct {
        const char *name;
        cl_image_format format;
    } tries[] = { { "CL_UNORM_SHORT_565 with four channels", { CL_RGBA, CL_UNORM_SHORT_565 } },
                  { "CL_RGB with a byte per channel", { CL_RGB, CL_UNORM_INT8 } } };
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "refused", "format, answer");
    for (size_t k = 0; k < sizeof tries / sizeof tries[0]; k++) {
        const cl_int err = attempt(env, tries[k].format);
        ocl_table_row(&table, "%-40s %s", tries[k].name, ocl_error_name(err));
        result = ocl_result_both(result, ocl_verify_equal(tries[k].name, err != CL_SUCCESS, true));
    }
    ocl_report_result(report, "formats that do not exist", result);
}
