// SPDX-License-Identifier: MIT

#include "checks.h"

static cl_int try_to_create(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    return err;
}

void report_mistakes(const ocl_env *env, ocl_report *report, cl_program program, cl_kernel kernel)
{
    const char *text = "kernel void twice(global uint *x) { x[0] *= 2; }";
    size_t size[3], two[2] = { 2, 2 };
    cl_kernel one;
    cl_uint number;
    cl_int err;
    cl_program fresh = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
    const ocl_refusal refusals[] = {
        { .mistake = "a kernel that is not in the program",
          .got = try_to_create(program, "kernel_info"),
          .want = CL_INVALID_KERNEL_NAME },
        { .mistake = "a kernel of a program that is not built",
          .got = try_to_create(fresh, "twice"),
          .want = CL_INVALID_PROGRAM_EXECUTABLE,
          .excused = OCL_OCLGRIND },
        { .mistake = "room for one kernel, where there are more",
          .got = clCreateKernelsInProgram(program, 1, &one, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "an argument past the last",
          .got = clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof number,
                                    &number, NULL),
          .want = CL_INVALID_ARG_INDEX,
          .excused = OCL_INTEL | OCL_NVIDIA },
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
    OCL_CHECK(clReleaseProgram(fresh));
}

static cl_uint count_program(cl_program program)
{
    cl_uint count;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

static cl_uint count_kernel(cl_kernel kernel)
{
    cl_uint count;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    return count;
}

// Whether a kernel counts as a reference to its program differs between drivers.  It keeps the
// program alive in any case.
ocl_result verify_references(cl_program program, cl_kernel kernel)
{
    const cl_uint of_program = count_program(program), of_kernel = count_kernel(kernel);
    cl_uint got[4];
    OCL_CHECK(clRetainProgram(program));
    OCL_CHECK(clRetainKernel(kernel));
    got[0] = count_program(program);
    got[1] = count_kernel(kernel);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    got[2] = count_program(program);
    got[3] = count_kernel(kernel);
    const cl_uint want[] = { of_program + 1, of_kernel + 1, of_program, of_kernel };
    return ocl_verify_u32("references of program and kernel", got, want, 4);
}

static cl_ulong local_bytes(const ocl_env *env, cl_kernel kernel)
{
    cl_ulong bytes;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                       &bytes, NULL));
    return bytes;
}

ocl_result verify_local(const ocl_env *env, cl_kernel kernel)
{
    enum { SCRATCH = 1000 };    // bytes
    const cl_ulong before = local_bytes(env, kernel);
    OCL_CHECK(clSetKernelArg(kernel, 3, SCRATCH, NULL));
    const cl_ulong after = local_bytes(env, kernel);
    const bool none = after == 0 && ocl_known_platform(env->device) & (OCL_POCL_6 | OCL_POCL_7);
    const bool same = after == before && ocl_known_platform(env->device) == OCL_RUSTICL_26;
    return ocl_verify_equal("local memory grows", none || same || after >= before + SCRATCH, true);
}
