// SPDX-License-Identifier: MIT
//
// sub_devices_refusals - lists for clCreateSubDevices that must be refused.

#include "ocl.h"

enum { NO_PROPERTY = 0x7777 };

static void report_refusals(ocl_report *report, cl_device_id device, cl_uint units)
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

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_devices_refusals",
                              .summary = "Lists that cut no device.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    const cl_uint units = (cl_uint)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    size_t bytes = 0;
    const cl_int err = clGetDeviceInfo(env.device, CL_DEVICE_PARTITION_PROPERTIES, 0, NULL, &bytes);
    cl_device_partition_property list[16] = { 0 };
    if (err == CL_SUCCESS && bytes <= sizeof list)
        OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_PARTITION_PROPERTIES, bytes, list, NULL));
    if (units < 2 || list[0] == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device cannot be cut: CL_DEVICE_PARTITION_PROPERTIES, "
                                "CL_DEVICE_MAX_COMPUTE_UNITS");
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(report, env.device, units);
    ocl_close(&env);
    return ocl_report_close(report);
}
