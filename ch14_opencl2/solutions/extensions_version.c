// SPDX-License-Identifier: MIT
//
// extensions_version - exercise 5 of extensions: parts of a version.
//
//     cmake --build build --target exercise_extensions_version
//     build/exercises/extensions_version

#include "ocl.h"

static int second(uint32_t version)
{
    //: skeleton
    //: return (int)(version >> 12);    // Exercise 5 of extensions: without the first number.
    //: solution
    return (int)(version >> 12 & 1023);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "extensions_version",
                              .summary = "Parts of a version.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "0.9.6", ocl_verify_equal("0.9.6", second(9u << 12 | 6), 9));
    ocl_report_result(report, "1.0.0", ocl_verify_equal("1.0.0", second(1u << 22), 0));
    ocl_report_result(report, "3.7.1",
                      ocl_verify_equal("3.7.1", second(3u << 22 | 7u << 12 | 1), 7));
    return ocl_report_close(report);
}
