// SPDX-License-Identifier: MIT
//
// suggested_group_size_refusals - questions about a work-group size that have no answer.

#include "ocl.h"

// The kernel has one argument, a buffer, which is not set yet; it becomes `d_taken`.
static void report_refusals(const ocl_env *env, ocl_report *report,
                            clGetKernelSuggestedLocalWorkSizeKHR_fn suggest, cl_kernel kernel,
                            cl_mem d_taken)
{
    const size_t global[4] = { 64, 1, 1, 1 }, none[4] = { 0 };
    size_t suggested[4];
    const cl_command_queue queue = env->queue;
    ocl_refusal calls[5] = {
        { .mistake = "the kernel's argument is not set",
          .got = suggest(queue, kernel, 1, none, global, suggested),
          .want = CL_INVALID_KERNEL_ARGS },
    };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_taken, &d_taken));
    calls[1] = (ocl_refusal){ .mistake = "four dimensions",
                              .got = suggest(queue, kernel, 4, none, global, suggested),
                              .want = CL_INVALID_WORK_DIMENSION };
    calls[2] = (ocl_refusal){ .mistake = "no global size",
                              .got = suggest(queue, kernel, 1, none, NULL, suggested),
                              .want = CL_INVALID_GLOBAL_WORK_SIZE };
    calls[3] = (ocl_refusal){ .mistake = "no room for the answer",
                              .got = suggest(queue, kernel, 1, none, global, NULL),
                              .want = CL_INVALID_VALUE };
    calls[4] = (ocl_refusal){ .mistake = "none: the offset may be NULL",
                              .got = suggest(queue, kernel, 1, NULL, global, suggested),
                              .want = CL_SUCCESS };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "suggested_group_size_refusals",
                              .summary = "Questions about a work-group size without an answer.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (ocl_device_version(env.device) < 31)
        ocl_require_extension(env.device, "cl_khr_suggested_local_work_size");
    void *address = clGetExtensionFunctionAddressForPlatform(
        env.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest;
    memcpy(&suggest, &address, sizeof suggest);    // C has no cast from object to function
    if (!suggest) ocl_exit(OCL_EXIT_SKIP, "clGetKernelSuggestedLocalWorkSizeKHR has no address");

    cl_int err;
    cl_program program = ocl_build(&env, "suggested_group_size.cl", "-cl-std=CL1.2 -DROUNDS=1");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "suggested_group_size_taken", &err));
    cl_mem d_taken = ocl_buffer(&env, CL_MEM_WRITE_ONLY, 64 * sizeof(cl_uint), NULL);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report, suggest, kernel, d_taken);
    OCL_CHECK(clReleaseMemObject(d_taken));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
