// SPDX-License-Identifier: MIT

#include "program_stage.h"

// CL_PROGRAM_BUILD_OPTIONS or CL_PROGRAM_BUILD_LOG, malloc'ed.
static char *build_text(cl_device_id device, cl_program program, cl_program_build_info what)
{
    size_t bytes;
    OCL_CHECK(clGetProgramBuildInfo(program, device, what, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetProgramBuildInfo(program, device, what, bytes, text, NULL));
    text[bytes] = '\0';
    return text;
}

ocl_check program_stage(ocl_report *report, cl_device_id device, const char *what,
                        cl_program program, cl_program_binary_type want)
{
    static const char *const types[] = { "none", "compiled object", "library", "", "executable" };
    cl_build_status status;
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    OCL_CHECK(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    char *options = build_text(device, program, CL_PROGRAM_BUILD_OPTIONS);
    ocl_report_print(report, "%-24s is %-16s %s\n", what,
                     type < sizeof types / sizeof types[0] ? types[type] : "of an unknown type",
                     options);
    free(options);
    bool made = want != CL_PROGRAM_BINARY_TYPE_NONE;
    return ocl_check_both(ocl_verify_equal(what, type, want),
                          ocl_verify_equal(what, status, made ? CL_BUILD_SUCCESS : CL_BUILD_NONE));
}

void program_log(ocl_report *report, cl_device_id device, cl_program program, cl_int status)
{
    if (status != CL_COMPILE_PROGRAM_FAILURE && status != CL_LINK_PROGRAM_FAILURE &&
        status != CL_BUILD_PROGRAM_FAILURE)
        return;
    char *log = build_text(device, program, CL_PROGRAM_BUILD_LOG);
    for (char *line = strtok(log, "\r\n"); line; line = strtok(NULL, "\r\n"))
        ocl_report_print(report, "    %s\n", line);
    free(log);
}
