// SPDX-License-Identifier: MIT
//
// device_address_lists_refusals - calls with addresses of buffers that must fail.

#include "ocl.h"

#include "shared/buffer_addresses.h"

typedef cl_int(CL_API_CALL *set_pointer_fn)(cl_kernel kernel, cl_uint index, cl_ulong address);

// `kernel` has three arguments; `plain` is a buffer that may move on the device.
static void report_refusals(const ocl_env *env, ocl_report *report, cl_kernel kernel, cl_mem plain)
{
    set_pointer_fn set_pointer;
    *(void **)&set_pointer = extension_function(env, "clSetKernelArgDevicePointerEXT");
    cl_ulong address = 0;
    const ocl_refusal calls[] = {
        { .mistake = "address of a buffer without the property",
          .got = clGetMemObjectInfo(plain, DEVICE_ADDRESS, sizeof address, &address, NULL),
          .want = CL_INVALID_OPERATION },
        { .mistake = "fourth argument of three",
          .got = set_pointer(kernel, 3, address),
          .want = CL_INVALID_ARG_INDEX },
        { .mistake = "argument that is no pointer",
          .got = set_pointer(kernel, 2, address),
          .want = CL_INVALID_ARG_INDEX },
        { .mistake = "list of half an address",
          .got = clSetKernelExecInfo(kernel, DEVICE_PTRS, sizeof(cl_ulong) / 2, &address),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof *calls);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_address_lists_refusals",
                              .summary = "Addresses of buffers, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const char *missing = lacks_buffer_addresses(env.device);
    if (missing) ocl_exit(OCL_EXIT_SKIP, "%s", missing);
    ocl_report *report = ocl_report_open(&opt, env.device);
    cl_program program = ocl_build(&env, "device_address_lists.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "device_address_lists_follow", &err));
    cl_mem plain = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
    report_refusals(&env, report, kernel, plain);
    OCL_CHECK(clReleaseMemObject(plain));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
