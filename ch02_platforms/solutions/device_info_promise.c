// SPDX-License-Identifier: MIT
//
// device_info_promise - exercise 3 of device_info: compute units times clock.
//: skeleton
//: // Both questions are missing.
//: end
//
//     cmake --build build --target exercise_device_info_promise
//     build/exercises/device_info_promise

#include "ocl.h"

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_info_promise",
                              .summary = "What a device promises: compute units times clock.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    cl_uint units = 0, mhz = 0;
    //: skeleton
    //: // Exercise 3 of device_info: ask for CL_DEVICE_MAX_COMPUTE_UNITS and
    //: // CL_DEVICE_MAX_CLOCK_FREQUENCY.
    //: solution
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof mhz, &mhz, NULL));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    const long long want_units =
        (long long)ocl_device_number(env.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const long long want_mhz =
        (long long)ocl_device_number(env.device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    ocl_report_fact(report, "compute units times MHz", "%.0f", (double)units * mhz);
    ocl_report_result(report, "compute units", ocl_verify_equal("units", units, want_units));
    ocl_report_result(report, "clock", ocl_verify_equal("clock", mhz, want_mhz));
    ocl_close(&env);
    return ocl_report_close(report);
}
