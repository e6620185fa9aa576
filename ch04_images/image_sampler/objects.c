// SPDX-License-Identifier: MIT

#include "objects.h"

cl_sampler sampler_create(const ocl_env *env, sampler_mode mode)
{
    cl_int err;
    return OCL_CREATE(
        clCreateSampler(env->context, mode.normalized, mode.addressing, mode.filter, &err));
}

cl_sampler sampler_create_2(const ocl_env *env, sampler_mode mode)
{
    if (ocl_device_version(env->device) < 20) return NULL;
    const cl_sampler_properties properties[] = { CL_SAMPLER_NORMALIZED_COORDS,
                                                 mode.normalized,
                                                 CL_SAMPLER_ADDRESSING_MODE,
                                                 mode.addressing,
                                                 CL_SAMPLER_FILTER_MODE,
                                                 mode.filter,
                                                 0 };
    cl_int err;
    return OCL_CREATE(clCreateSamplerWithProperties(env->context, properties, &err));
}

ocl_result sampler_verify_info(const ocl_env *env, cl_sampler sampler, sampler_mode mode)
{
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_uint two, one;
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, sizeof context, &context, NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof normalized,
                               &normalized, NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof addressing, &addressing,
                               NULL));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof filter, &filter, NULL));
    OCL_CHECK(clRetainSampler(sampler));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof two, &two, NULL));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof one, &one, NULL));
    const uint32_t got[] = { context == env->context, normalized, addressing, filter, two, one };
    const uint32_t want[] = { true, mode.normalized, mode.addressing, mode.filter, 2, 1 };
    return ocl_verify_u32("context, coordinates, addressing, filter, holders", got, want, 6);
}

// Whether a sampler can be made: only the status matters.
static cl_int try_sampler(const ocl_env *env, cl_bool normalized, cl_addressing_mode addressing,
                          cl_filter_mode filter)
{
    cl_int err;
    cl_sampler sampler = clCreateSampler(env->context, normalized, addressing, filter, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseSampler(sampler));
    return err;
}

void sampler_report_refusals(const ocl_env *env, ocl_report *report)
{
    const ocl_refusal refusals[] = {
        { "CL_ADDRESS_REPEAT of coordinates in texels",
          try_sampler(env, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST), CL_INVALID_VALUE,
          OCL_OCLGRIND | OCL_INTEL | OCL_NVIDIA },
        { "CL_ADDRESS_MIRRORED_REPEAT of coordinates in texels",
          try_sampler(env, CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_INTEL | OCL_NVIDIA },
        { "a filter for an addressing mode",
          try_sampler(env, CL_TRUE, CL_FILTER_LINEAR, CL_FILTER_LINEAR), CL_INVALID_VALUE,
          OCL_POCL },
        { "an addressing mode for a filter",
          try_sampler(env, CL_TRUE, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP), CL_INVALID_VALUE,
          OCL_POCL },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}
