// SPDX-License-Identifier: MIT
//
// image_sampler_refusals - samplers that a driver must refuse to make.

#include "ocl.h"

#include "attributes.h"

static cl_int try_sampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                          cl_filter_mode filter)
{
    cl_int err;
    cl_sampler sampler = clCreateSampler(context, normalized, addressing, filter, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseSampler(sampler));
    return err;
}

static void report_refusals(cl_context context, cl_device_id device, ocl_report *report)
{
    const ocl_refusal refusals[] = {
        { .mistake = "CL_ADDRESS_REPEAT of coordinates in texels",
          .got = try_sampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST),
          .want = CL_INVALID_VALUE },
        { .mistake = "CL_ADDRESS_MIRRORED_REPEAT of coordinates in texels",
          .got = try_sampler(context, CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST),
          .want = CL_INVALID_VALUE },
        { .mistake = "a filter mode in place of an addressing mode",
          .got = try_sampler(context, CL_TRUE, CL_FILTER_LINEAR, CL_FILTER_LINEAR),
          .want = CL_INVALID_VALUE },
        { .mistake = "an addressing mode in place of a filter mode",
          .got = try_sampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_sampler_refusals",
                              .summary = "Samplers that must not be made.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(env.context, env.device, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
