// SPDX-License-Identifier: MIT
//
// device_uuid_text - exercise 5 of device_uuid: a UUID as a text.
//
//     cmake --build build --target exercise_device_uuid_text
//     build/exercises/device_uuid_text

#include "ocl.h"

// Where is the text of byte k in "00112233-4455-6677-8899-aabbccddeeff"?
static int place(int k)
{
    //: skeleton
    //: return 2 * k;    // Exercise 5 of device_uuid: and the dashes before it?
    //: solution
    return 2 * k + (k >= 4) + (k >= 6) + (k >= 8) + (k >= 10);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_uuid_text",
                              .summary = "A UUID as a text.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "byte 0", ocl_verify_equal("byte 0", place(0), 0));
    ocl_report_result(report, "byte 3", ocl_verify_equal("byte 3", place(3), 6));
    ocl_report_result(report, "byte 4", ocl_verify_equal("byte 4", place(4), 9));
    ocl_report_result(report, "byte 8", ocl_verify_equal("byte 8", place(8), 19));
    ocl_report_result(report, "byte 15", ocl_verify_equal("byte 15", place(15), 34));
    return ocl_report_close(report);
}
