// SPDX-License-Identifier: MIT
//
// refusals - lists for clCreateSubDevices that must be refused.

#ifndef SUB_DEVICES_REFUSALS_H
#define SUB_DEVICES_REFUSALS_H

#include "ocl.h"

// A row of the report.  The device has at least two compute units, `units` of them.
void show_refusals(ocl_report *report, cl_device_id device, cl_uint units);

#endif
