// SPDX-License-Identifier: MIT
//
// refusal - calls that must fail: is the error the one that the specification asks for?

#ifndef OCL_REFUSAL_H
#define OCL_REFUSAL_H

#include "report.h"

// A call with a mistake in it.
typedef struct {
    const char *mistake;
    cl_int got;     // what the call returned
    cl_int want;    // what the specification says it must return
} ocl_refusal;

// Whether every call failed as the specification says.  Where the device's driver is known to
// answer otherwise (the case "refused: MISTAKE" of known_faults.h), any answer passes, and the call
// is not counted.
ocl_result ocl_verify_refusals(cl_device_id device, const ocl_refusal *calls, size_t count);

// Adds what ocl_verify_refusals gives as a row of the report, after one line per call with the
// mistake and the error.
void ocl_report_refusals(ocl_report *report, cl_device_id device, const ocl_refusal *calls,
                         size_t count);

#endif
