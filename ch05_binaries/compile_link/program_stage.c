// SPDX-License-Identifier: MIT

#include "program_stage.h"

ocl_result program_stage(ocl_report *report, cl_device_id device, const char *what,
                         cl_program program, cl_program_binary_type want)
{
    static const char *const types[] = { "none", "compiled object", "library", "", "executable" };
    cl_build_status status;
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    OCL_CHECK(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    char *options = ocl_build_text(program, device, CL_PROGRAM_BUILD_OPTIONS);
    ocl_report_print(report, "%-24s is %-16s %s\n", what,
                     type < sizeof types / sizeof types[0] ? types[type] : "of an unknown type",
                     options);
    free(options);
    bool made = want != CL_PROGRAM_BINARY_TYPE_NONE;
    return ocl_result_both(ocl_verify_equal(what, type, want),
                           ocl_verify_equal(what, status, made ? CL_BUILD_SUCCESS : CL_BUILD_NONE));
}

void program_log(ocl_report *report, cl_device_id device, cl_program program, cl_int status)
{
    if (status != CL_COMPILE_PROGRAM_FAILURE && status != CL_LINK_PROGRAM_FAILURE &&
        status != CL_BUILD_PROGRAM_FAILURE)
        return;
    char *log = ocl_build_text(program, device, CL_PROGRAM_BUILD_LOG);
    for (char *line = strtok(log, "\r\n"); line; line = strtok(NULL, "\r\n"))
        ocl_report_print(report, "    %s\n", line);
    free(log);
}
