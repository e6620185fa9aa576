// SPDX-License-Identifier: MIT
//
// device_uuid_same - exercise 4 of device_uuid: do two UUIDs say the same device?
//
//     cmake --build build --target exercise_device_uuid_same
//     build/exercises/device_uuid_same

#include "ocl.h"

enum { BYTES = 16 };

static bool is_same(const char *a, const char *b)
{
    //: skeleton
    //: return strncmp(a, b, BYTES) == 0;    // Exercise 4 of device_uuid: they are no texts.
    //: solution
    return memcmp(a, b, BYTES) == 0;
    //: end
}

static const char A[BYTES] = { 1, 0, 3 }, B[BYTES] = { 1, 0, 4 }, C[BYTES] = { 1, 0, 3 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_uuid_same",
                              .summary = "Do two UUIDs say the same device?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "the same", ocl_verify_equal("the same", is_same(A, C), 1));
    ocl_report_result(report, "another third byte",
                      ocl_verify_equal("another third byte", is_same(A, B), 0));
    ocl_report_result(report, "itself", ocl_verify_equal("itself", is_same(B, B), 1));
    return ocl_report_close(report);
}
