// SPDX-License-Identifier: MIT
//
// extensions_refusals - properties of extensions that the device does not have.

#include "ocl.h"

// Two extensions add properties of a context.  Without the extension the property is unknown.
static ocl_refusal wish(const ocl_env *env, const char *mistake, cl_context_properties key)
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env->platform, key, CL_TRUE,
                                                 0 };
    cl_int err;
    cl_context context = clCreateContext(properties, 1, &env->device, NULL, NULL, &err);
    if (context) OCL_CHECK(clReleaseContext(context));
    return (ocl_refusal){ mistake, err, .want = CL_INVALID_PROPERTY };
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "extensions_refusals",
                              .summary = "Properties of extensions that are not there.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_refusal calls[2];
    size_t count = 0;
    if (!ocl_has_extension(env.device, "cl_khr_initialize_memory"))
        calls[count++] = wish(&env, "CL_CONTEXT_MEMORY_INITIALIZE_KHR without the extension",
                              CL_CONTEXT_MEMORY_INITIALIZE_KHR);
    if (!ocl_has_extension(env.device, "cl_khr_terminate_context"))
        calls[count++] =
            wish(&env, "CL_CONTEXT_TERMINATE_KHR without the extension", CL_CONTEXT_TERMINATE_KHR);
    if (count == 0) ocl_exit(OCL_EXIT_SKIP, "this device has both extensions");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_refusals(report, env.device, calls, count);
    ocl_close(&env);
    return ocl_report_close(report);
}
