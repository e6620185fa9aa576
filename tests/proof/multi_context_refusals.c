// SPDX-License-Identifier: MIT
//
// multi_context_refusals - contexts that cannot be made.

#include "ocl.h"

// The status of making a context that cannot be made.
static cl_int try_context(const cl_context_properties *properties, cl_uint count,
                          const cl_device_id *devices, void *user_data)
{
    cl_int err;
    cl_context context = clCreateContext(properties, count, devices, NULL, user_data, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseContext(context));
    return err;
}

// A driver that makes a context without devices may crash when it is released: it is left alone.
static cl_int try_type(cl_platform_id platform, cl_device_type type)
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_int err;
    clCreateContextFromType(properties, type, NULL, NULL, &err);
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    cl_device_id custom_device;
    const cl_int no_custom_device =
        clGetDeviceIDs(env->platform, CL_DEVICE_TYPE_CUSTOM, 1, &custom_device, NULL);
    const cl_context_properties unknown[] = { 0x7fff, 1, 0 };
    const ocl_refusal refusals[] = {
        { .mistake = "a context without a device",
          .got = try_context(NULL, 0, &env->device, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "user data for no callback",
          .got = try_context(NULL, 1, &env->device, report),
          .want = CL_INVALID_VALUE },
        { .mistake = "a property that does not exist",
          .got = try_context(unknown, 1, &env->device, NULL),
          .want = CL_INVALID_PROPERTY },
        { .mistake = "a type of which the platform has no device",
          .got = try_type(env->platform, CL_DEVICE_TYPE_CUSTOM),
          .want = no_custom_device },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_context_refusals",
                              .summary = "Contexts that cannot be made.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
