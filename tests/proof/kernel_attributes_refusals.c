// SPDX-License-Identifier: MIT
//
// kernel_attributes_refusals - questions about kernels that must be refused.

#include "ocl.h"

static cl_int try_to_create(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report, cl_program program)
{
    const char *text = "kernel void twice(global uint *x) { x[0] *= 2; }";
    size_t size[3], two[2] = { 2, 2 };
    const cl_uint factor = 5;
    cl_kernel one;
    cl_uint number;
    cl_int err;
    cl_program fresh = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, 32 * sizeof(cl_uint), NULL);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_attributes_required", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof factor, &factor));
    const ocl_refusal refusals[] = {
        { .mistake = "a kernel that is not in the program",
          .got = try_to_create(program, "kernel_attributes"),
          .want = CL_INVALID_KERNEL_NAME },
        { .mistake = "a kernel of a program that is not built",
          .got = try_to_create(fresh, "twice"),
          .want = CL_INVALID_PROGRAM_EXECUTABLE },
        { .mistake = "room for one kernel, where there are more",
          .got = clCreateKernelsInProgram(program, 1, &one, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "an argument past the last",
          .got = clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof number,
                                    &number, NULL),
          .want = CL_INVALID_ARG_INDEX },
        { .mistake = "less room than the answer needs",
          .got = clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 1, &number, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "CL_KERNEL_GLOBAL_WORK_SIZE of an ordinary kernel",
          .got = clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                          sizeof size, size, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "a work-group of 2 x 2 where 8 x 4 is required",
          .got = clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, two, two, 0, NULL, NULL),
          .want = CL_INVALID_WORK_GROUP_SIZE },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clFinish(env->queue));    // what was not refused may still run
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(fresh));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "kernel_attributes_refusals",
                              .summary =
                                  "Questions about programs and kernels that have no answer.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const size_t most = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    if (most < 8 * 4)
        ocl_exit(OCL_EXIT_SKIP, "a kernel prescribes 8 x 4 work-items; this device has %zu", most);
    ocl_report *report = ocl_report_open(&opt, env.device);
    // Not from the cache: a program from a binary may know nothing about arguments.
    cl_int err;
    char *source = ocl_load_source(&opt, "kernel_attributes.cl");
    const char *text = source;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &text, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-kernel-arg-info", NULL, NULL);
    ocl_require_build(program, "kernel_attributes.cl", "clBuildProgram", err);
    report_refusals(&env, report, program);
    free(source);
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
