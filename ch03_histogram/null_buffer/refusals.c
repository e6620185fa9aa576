// SPDX-License-Identifier: MIT

#include "null_buffer/refusals.h"

void null_buffer_refusals(cl_device_id device, cl_kernel kernel, ocl_report *report)
{
    if (ocl_known_fault(device, "NULL as the address of an argument")) return;
    const ocl_refusal refusals[] = {
        { .mistake = "NULL for a number",
          .got = clSetKernelArg(kernel, 4, sizeof(cl_ulong), NULL),
          .want = CL_INVALID_ARG_VALUE },
        { .mistake = "NULL for a buffer, with a size of 0",
          .got = clSetKernelArg(kernel, 3, 0, NULL),
          .want = CL_INVALID_ARG_SIZE },
    };
    ocl_report_refusals(report, device, refusals, sizeof refusals / sizeof refusals[0]);
}
