// SPDX-License-Identifier: MIT

#include "refusals.h"

enum { NO_PROPERTY = 0x7777 };

void show_refusals(ocl_report *report, cl_device_id device, cl_uint units)
{
    const cl_device_partition_property unknown[] = { NO_PROPERTY, 1, 0 }, empty[] = { 0 };
    const cl_device_partition_property all_and_one = (cl_device_partition_property)units + 1;
    const cl_device_partition_property too_many[] = { CL_DEVICE_PARTITION_BY_COUNTS, all_and_one,
                                                      CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0 };
    const cl_device_partition_property single[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id part;
    const ocl_refusal calls[] = {
        { .mistake = "an unknown way to cut",
          .got = clCreateSubDevices(device, unknown, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "an empty list",
          .got = clCreateSubDevices(device, empty, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "more compute units than there are",
          .got = clCreateSubDevices(device, too_many, 0, NULL, NULL),
          .want = CL_INVALID_DEVICE_PARTITION_COUNT },
        { .mistake = "room for one part where there are more",
          .got = clCreateSubDevices(device, single, 1, &part, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, device, calls, sizeof calls / sizeof *calls);
}
