// SPDX-License-Identifier: MIT

#include "refusals.h"

static cl_int status_with(const lesson *l, const char *options)
{
    cl_int status;
    OCL_CHECK(clReleaseProgram(try_build(l, options, &status)));
    return status;
}

// Whether the log of a program with a doubtful line has a warning.
static bool warns(const lesson *l, const char *options)
{
    cl_program program = build_with(l, options);
    char *log = ocl_build_text(program, l->env->device, CL_PROGRAM_BUILD_LOG);
    const bool warned = strstr(log, "warning") != NULL;
    ocl_report_note(l->report, "%-22s %s", options, warned ? "a warning in the log" : "no warning");
    free(log);
    OCL_CHECK(clReleaseProgram(program));
    return warned;
}

static cl_int build_of_devices(const lesson *l, cl_uint devices, void *data)
{
    const char *source = l->source;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, devices, &l->env->device, "", NULL, data);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

void report_refusals(const lesson *l)
{
    enum { MAX_CALLS = 8 };
    int data = 0;
    ocl_refusal calls[MAX_CALLS];
    size_t count = 0;
    ocl_report_print(l->report, "\n");
    if (warns(l, "-DWITH_WARNING"))
        calls[count++] = (ocl_refusal){ .mistake = "-Werror and a warning",
                                        .got = status_with(l, "-DWITH_WARNING -Werror"),
                                        .want = CL_BUILD_PROGRAM_FAILURE };
    warns(l, "-DWITH_WARNING -w");
    static const char *const unknown[] = { "-cl-no-such-option", "-cl-std=CL9.9", "-werror" };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        calls[count++] = (ocl_refusal){ .mistake = unknown[i],
                                        .got = status_with(l, unknown[i]),
                                        .want = CL_INVALID_BUILD_OPTIONS };
    calls[count++] = (ocl_refusal){ .mistake = "a header that is nowhere",
                                    .got = status_with(l, "-DWITH_NO_HEADER"),
                                    .want = CL_BUILD_PROGRAM_FAILURE };
    calls[count++] = (ocl_refusal){ .mistake = "data for a callback that is not there",
                                    .got = build_of_devices(l, 1, &data),
                                    .want = CL_INVALID_VALUE };
    calls[count++] = (ocl_refusal){ .mistake = "a list of no devices",
                                    .got = build_of_devices(l, 0, NULL),
                                    .want = CL_INVALID_VALUE };
    ocl_report_refusals(l->report, l->env->device, calls, count);
}
