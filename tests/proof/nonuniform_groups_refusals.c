// SPDX-License-Identifier: MIT
//
// nonuniform_groups_refusals - launches with a smaller last work-group where all must be whole.

#include "ocl.h"

#include "shared/features.h"

enum { GROUP = 64, MOST_ITEMS = 2 * GROUP + 1 };

// The answer to a launch of two work-groups and one work-item.
static ocl_refusal launch(const ocl_env *env, const char *mistake, const char *options,
                          const char *name)
{
    const cl_ulong width = 1, height = 1;
    cl_int err;
    cl_program program = ocl_build(env, "nonuniform_groups.cl", "%s", options);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, MOST_ITEMS * sizeof(cl_uint), NULL);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, MOST_ITEMS * sizeof(cl_uint), NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    if (strstr(name, "padded")) {    // the other kernel asks for the size of the launch
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof width, &width));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof height, &height));
    }
    const size_t local = ocl_local_size(kernel, env->device, GROUP);
    if (local == 1) ocl_exit(OCL_EXIT_SKIP, "a work-group has one work-item here");
    const size_t items = 2 * local + 1;
    const cl_int got =
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL);
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    return (ocl_refusal){ mistake, got, .want = CL_INVALID_WORK_GROUP_SIZE };
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "nonuniform_groups_refusals",
                              .summary = "Smaller last work-groups where none may be.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const cl_device_id device = env.device;
    const bool newer = has_newer_c(device);
    const bool ragged = newer && ocl_device_version(device) >= 20 &&
                        has_optional(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
    ocl_refusal calls[3];
    size_t count = 0;
    calls[count++] = launch(&env, "the kernel was built as OpenCL C 1.2", "-cl-std=CL1.2",
                            "nonuniform_groups_padded");
    if (newer && !ocl_known_fault(device, "-cl-uniform-work-group-size")) {
        char options[64];
        snprintf(options, sizeof options, "%s -cl-uniform-work-group-size", ocl_newest_c(device));
        calls[count++] = launch(&env, "it was built with -cl-uniform-work-group-size", options,
                                "nonuniform_groups_padded");
    }
    if (newer && !ragged)
        calls[count++] = launch(&env, "the device has no non-uniform work-groups",
                                ocl_newest_c(device), "nonuniform_groups_ragged");
    ocl_report *report = ocl_report_open(&opt, device);
    ocl_report_refusals(report, device, calls, count);
    ocl_close(&env);
    return ocl_report_close(report);
}
