// SPDX-License-Identifier: MIT
//
// loader_info_text - exercise 3 of loader_info: a text of any length.
//
//     cmake --build build --target exercise_loader_info_text
//     build/exercises/loader_info_text

#include "ocl.h"

//: skeleton
//: enum { MAX_TEXT = 4 };    // too small for nearly every text
//:
//: end
// What the driver answers, to be freed.
static char *platform_text(cl_platform_id platform, cl_platform_info query)
{
    //: skeleton
    //: // Exercise 3 of loader_info: ask how many bytes it has, and take as many.
    //: char *text = ocl_alloc(MAX_TEXT);
    //: memset(text, 0, MAX_TEXT);
    //: clGetPlatformInfo(platform, query, MAX_TEXT, text, NULL);
    //: solution
    size_t bytes;
    OCL_CHECK(clGetPlatformInfo(platform, query, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes);
    OCL_CHECK(clGetPlatformInfo(platform, query, bytes, text, NULL));
    //: end
    return text;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "loader_info_text",
                              .summary = "A text of any length.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    cl_platform_id platform;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));

    static const cl_platform_info QUERIES[] = { CL_PLATFORM_NAME, CL_PLATFORM_VENDOR,
                                                CL_PLATFORM_VERSION, CL_PLATFORM_EXTENSIONS };
    ocl_report *report = ocl_report_open(&opt, env.device);
    for (size_t q = 0; q < sizeof QUERIES / sizeof *QUERIES; q++) {
        char *text = platform_text(platform, QUERIES[q]);
        size_t bytes;
        OCL_CHECK(clGetPlatformInfo(platform, QUERIES[q], 0, NULL, &bytes));
        const ocl_result result =
            ocl_verify_equal("bytes", (long long)strlen(text) + 1, (long long)bytes);
        ocl_report_result(report, text[0] ? text : "a text", result);
        free(text);
    }
    ocl_close(&env);
    return ocl_report_close(report);
}
