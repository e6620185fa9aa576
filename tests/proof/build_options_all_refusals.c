// SPDX-License-Identifier: MIT
//
// build_options_all_refusals - options and builds that must be refused.

#include "ocl.h"

// The status of a build of build_options_all.cl.
static cl_int try_to_build(const ocl_env *env, const char *source, cl_uint devices,
                           const char *options, void *data)
{
    char all[256];
    snprintf(all, sizeof all, "-DRUN=1000 %s", options);
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, devices, &env->device, all, NULL, data);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

// Whether the log of a program with a doubtful line has a warning.
static bool warns(const ocl_env *env, const char *source)
{
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "-DRUN=1000 -DWITH_WARNING", NULL, NULL);
    ocl_require_build(program, "build_options_all.cl", "clBuildProgram", err);
    char *log = ocl_build_text(program, env->device, CL_PROGRAM_BUILD_LOG);
    const bool warned = strstr(log, "warning") != NULL;
    free(log);
    OCL_CHECK(clReleaseProgram(program));
    return warned;
}

static void report_refusals(const ocl_env *env, ocl_report *report, const char *source)
{
    enum { MAX_CALLS = 8 };
    static const char *const unknown[] = { "-cl-no-such-option", "-cl-std=CL9.9", "-werror" };
    int data = 0;
    ocl_refusal calls[MAX_CALLS];
    size_t count = 0;
    if (warns(env, source))
        calls[count++] =
            (ocl_refusal){ .mistake = "-Werror and a warning",
                           .got = try_to_build(env, source, 1, "-DWITH_WARNING -Werror", NULL),
                           .want = CL_BUILD_PROGRAM_FAILURE };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        calls[count++] = (ocl_refusal){ .mistake = unknown[i],
                                        .got = try_to_build(env, source, 1, unknown[i], NULL),
                                        .want = CL_INVALID_BUILD_OPTIONS };
    calls[count++] = (ocl_refusal){ .mistake = "a header that is nowhere",
                                    .got = try_to_build(env, source, 1, "-DWITH_NO_HEADER", NULL),
                                    .want = CL_BUILD_PROGRAM_FAILURE };
    calls[count++] = (ocl_refusal){ .mistake = "data for a callback that is not there",
                                    .got = try_to_build(env, source, 1, "", &data),
                                    .want = CL_INVALID_VALUE };
    calls[count++] = (ocl_refusal){ .mistake = "a list of no devices",
                                    .got = try_to_build(env, source, 0, "", NULL),
                                    .want = CL_INVALID_VALUE };
    ocl_report_refusals(report, env->device, calls, count);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "build_options_all_refusals",
                              .summary = "Options and builds that must be refused.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_explain_compiler_counts(env.platform);
    ocl_report *report = ocl_report_open(&opt, env.device);
    char *source = ocl_load_source(&opt, "build_options_all.cl");
    report_refusals(&env, report, source);
    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
