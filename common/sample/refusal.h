// SPDX-License-Identifier: MIT
//
// refusal - calls that must fail, compared with the error that the specification names for them.

#ifndef OCL_REFUSAL_H
#define OCL_REFUSAL_H

#include "report.h"

// A call with a mistake in it.
typedef struct {
    const char *mistake;
    cl_int got;          // what the call returned
    cl_int want;         // what the specification says it must return
    unsigned excused;    // platforms known to answer otherwise: there any answer will do
} ocl_refusal;

// Whether every call was refused as the specification says; those that are excused on the device's platform
// are not counted.
ocl_result ocl_verify_refusals(cl_device_id device, const ocl_refusal *calls, size_t count);

// The same as a row of the report, after a line a call: the mistake and the error it led to.
void ocl_report_refusals(ocl_report *report, cl_device_id device, const ocl_refusal *calls,
                         size_t count);

#endif
