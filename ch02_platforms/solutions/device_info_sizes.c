// SPDX-License-Identifier: MIT
//
// device_info_sizes - exercise 2 of device_info: an attribute that is an array.
//: skeleton
//: // The question is missing, so all sizes are 0.
//: end
//
//     cmake --build build --target exercise_device_info_sizes
//     build/exercises/device_info_sizes

#include "ocl.h"

enum { MOST = 16 };    // dimensions; OpenCL promises 3

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_info_sizes",
                              .summary = "The largest extents of a work-group.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    //: skeleton
    //: size_t sizes[MOST] = { 0 };
    //: // Exercise 2 of device_info: ask for CL_DEVICE_MAX_WORK_ITEM_SIZES, first for its bytes.
    //: solution
    size_t sizes[MOST] = { 0 }, bytes;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &bytes));
    if (bytes > sizeof sizes) ocl_exit(OCL_EXIT_SKIP, "more than %d dimensions", MOST);
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, bytes, sizes, NULL));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    for (size_t d = 0; d < 3; d++) {
        const long long limit = (long long)ocl_local_limit(env.device, d);
        char row[32];
        snprintf(row, sizeof row, "extent %zu", d);
        ocl_report_fact(report, row, "%zu", sizes[d]);
        ocl_report_result(report, row, ocl_verify_equal(row, (long long)sizes[d], limit));
    }
    ocl_close(&env);
    return ocl_report_close(report);
}
