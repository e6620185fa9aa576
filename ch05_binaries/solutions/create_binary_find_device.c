// SPDX-License-Identifier: MIT
//
// create_binary_find_device - exercise 3 of create_binary: the binary of a device.
//
//     cmake --build build --target exercise_create_binary_find_device
//     build/exercises/create_binary_find_device

#include "ocl.h"

// Devices are numbers here.  Gives the size of the binary of `device`, or 0.
static size_t find_binary(int device, const int *devices, const size_t *sizes, size_t count)
{
    //: skeleton
    //: // Exercise 3 of create_binary: the number of a device is not its place in the program.
    //: return (size_t)device < count && devices[0] >= 0 ? sizes[device] : 0;
    //: solution
    for (size_t i = 0; i < count; i++)
        if (devices[i] == device) return sizes[i];
    return 0;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "create_binary_find_device",
                              .summary = "The binary of a device.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const int devices[] = { 7, 0, 2 };
    const size_t sizes[] = { 5120, 0, 880 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(
        report, "device 7",
        ocl_verify_equal("device 7", (long long)find_binary(7, devices, sizes, 3), 5120));
    ocl_report_result(
        report, "device 0",
        ocl_verify_equal("device 0", (long long)find_binary(0, devices, sizes, 3), 0));
    ocl_report_result(
        report, "device 4",
        ocl_verify_equal("device 4", (long long)find_binary(4, devices, sizes, 3), 0));
    ocl_report_result(
        report, "device 2",
        ocl_verify_equal("device 2", (long long)find_binary(2, devices, sizes, 3), 880));
    return ocl_report_close(report);
}
