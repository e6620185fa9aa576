// SPDX-License-Identifier: MIT

#include "address_api.h"

void report_address_refusals(const ocl_env *env, ocl_report *report, set_pointer_fn set_pointer,
                             cl_kernel kernel, cl_mem plain)
{
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
