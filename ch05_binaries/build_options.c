// SPDX-License-Identifier: MIT
//
// build_options - what can be said to the compiler, and what comes of it.
//
// Shows   macros, folders of headers, the language's version, warnings, build logs, arithmetic at ease
// Uses    clBuildProgram's options, clGetProgramBuildInfo, clGetKernelArgInfo
// Try     build_options -V sum; another device: what an option allows is not what a compiler does

#include "build_options/build_options.h"
#include "build_options/cases.h"

enum { MAX_OPTIONS = 4096 };

cl_program build_options_try(const build_options *b, const char *options, cl_int *status)
{
    char all[MAX_OPTIONS];
    int length =
        snprintf(all, sizeof all, "-DRUN=%d%s%s", BUILD_OPTIONS_RUN, *options ? " " : "", options);
    if (length >= MAX_OPTIONS) ocl_exit(OCL_EXIT_USAGE, "the folder of the header is too long");
    cl_int err;
    cl_program program = OCL_CREATE(
        clCreateProgramWithSource(b->env->context, 1, (const char **)&b->source, NULL, &err));
    *status = clBuildProgram(program, 1, &b->env->device, all, NULL, NULL);
    return program;
}

cl_program build_options_build(const build_options *b, const char *options)
{
    cl_int err;
    cl_program program = build_options_try(b, options, &err);
    const char *kernel = b->env->options->kernel;
    ocl_require_build(program, kernel ? kernel : "build_options.cl", "clBuildProgram", err);
    return program;
}

// The status alone.
static cl_int build_options_status(const build_options *b, const char *options)
{
    cl_int status;
    OCL_CHECK(clReleaseProgram(build_options_try(b, options, &status)));
    return status;
}

// A text that there is to ask about the build, malloc'ed.
static cl_build_status build_options_build_status(const build_options *b, cl_program program)
{
    cl_build_status status;
    OCL_CHECK(clGetProgramBuildInfo(program, b->env->device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    return status;
}

// A build that works: its status, type and options.
static void build_options_good_build(const build_options *b)
{
    static const char given[] = "-DNAME=7 -cl-mad-enable";
    cl_program program = build_options_build(b, given);
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, b->env->device, CL_PROGRAM_BINARY_TYPE, sizeof type,
                                    &type, NULL));
    char *options = ocl_build_text(program, b->env->device, CL_PROGRAM_BUILD_OPTIONS);
    const uint64_t got[] = { (uint64_t)build_options_build_status(b, program), type,
                             strstr(options, given) != NULL };
    const uint64_t want[] = { (uint64_t)CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, true };
    ocl_report_result(b->report, "a build's status, type, options",
                      ocl_verify_u64("status, type, options", got, want, 3));
    free(options);
    OCL_CHECK(clReleaseProgram(program));
}

// A build that fails: the log says where and why, and there is no kernel to be had.
static void build_options_failed_build(const build_options *b, ocl_refusal refusals[2])
{
    cl_int status, err;
    cl_program program = build_options_try(b, "-DWITH_ERROR", &status);
    cl_kernel kernel = clCreateKernel(program, "build_options_sum", &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    refusals[0] =
        (ocl_refusal){ "a name that is not declared", status, CL_BUILD_PROGRAM_FAILURE, 0 };
    refusals[1] = (ocl_refusal){ "a kernel of what was not built", err,
                                 CL_INVALID_PROGRAM_EXECUTABLE, OCL_OCLGRIND };
    char *log = ocl_build_text(program, b->env->device, CL_PROGRAM_BUILD_LOG);
    ocl_report_print(b->report, "\nbuild log with -DWITH_ERROR:\n%s\n", log);
    const uint64_t got[] = { (uint64_t)build_options_build_status(b, program),
                             strstr(log, "no_such_name") != NULL };
    const uint64_t want[] = { (uint64_t)CL_BUILD_ERROR, true };
    ocl_report_result(b->report, "a failed build's status, log",
                      ocl_verify_u64("status, name in the log", got, want, 2));
    free(log);
    OCL_CHECK(clReleaseProgram(program));
}

// Whether a program with a doubtful line builds, and whether the log has a word of it.
static bool build_options_warning(const build_options *b, const char *options)
{
    cl_program program = build_options_build(b, options);
    char *log = ocl_build_text(program, b->env->device, CL_PROGRAM_BUILD_LOG);
    bool warned = strstr(log, "warning") != NULL;
    ocl_report_print(b->report, "%-22s %s\n", options,
                     warned ? "a warning in the log" : "no warning");
    free(log);
    OCL_CHECK(clReleaseProgram(program));
    return warned;
}

// What must not build.
static void build_options_refused(const build_options *b)
{
    cl_int err, data = 0;
    cl_device_id device = b->env->device;
    ocl_refusal refusals[9];
    build_options_failed_build(b, refusals);
    size_t count = 2;

    ocl_report_print(b->report, "\n");
    if (build_options_warning(b, "-DWITH_WARNING"))
        refusals[count++] = (ocl_refusal){ "-Werror and a warning",
                                           build_options_status(b, "-DWITH_WARNING -Werror"),
                                           CL_BUILD_PROGRAM_FAILURE, OCL_OCLGRIND };
    build_options_warning(b, "-DWITH_WARNING -w");

    static const char *const unknown[] = { "-cl-no-such-option", "-cl-std=CL9.9", "-werror" };
    for (size_t i = 0; i < 3; i++)
        refusals[count++] = (ocl_refusal){ unknown[i], build_options_status(b, unknown[i]),
                                           CL_INVALID_BUILD_OPTIONS, OCL_OCLGRIND | OCL_NVIDIA };
    refusals[count++] =
        (ocl_refusal){ "a header that is nowhere", build_options_status(b, "-DWITH_NO_HEADER"),
                       CL_BUILD_PROGRAM_FAILURE, 0 };
    cl_program program = OCL_CREATE(
        clCreateProgramWithSource(b->env->context, 1, (const char **)&b->source, NULL, &err));
    err = clBuildProgram(program, 1, &device, "", NULL, &data);
    refusals[count++] =
        (ocl_refusal){ "data for a callback that is not there", err, CL_INVALID_VALUE, 0 };
    err = clBuildProgram(program, 0, &device, "", NULL, NULL);
    refusals[count++] = (ocl_refusal){ "a list of no devices", err, CL_INVALID_VALUE, 0 };
    OCL_CHECK(clReleaseProgram(program));
    ocl_report_refusals(b->report, device, refusals, count);
}

// The names of arguments are kept when they are asked for, and perhaps when they are not.
static void build_options_arguments(const build_options *b)
{
    static const char *const options[] = { "", "-cl-kernel-arg-info" };
    for (int with = 0; with < 2; with++) {
        cl_program program = build_options_build(b, options[with]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "build_options_quotient", &err));
        char name[16] = "";
        err = clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
        ocl_report_print(b->report, "%s%-20s argument 1: %s\n", with ? "" : "\n",
                         with ? options[1] : "no option",
                         err == CL_SUCCESS ? name : ocl_error_name(err));
        OCL_CHECK(clReleaseKernel(kernel));
        OCL_CHECK(clReleaseProgram(program));
        if (with)
            ocl_report_result(b->report, "-cl-kernel-arg-info",
                              ocl_verify_bytes("name of argument 1", name, "x", 2));
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "build_options",
                              .summary = "Build options: what they say, and what each changes.",
                              .accepts = "dnrVks",
                              .size_help = "numbers given to each kernel",
                              .extents = 1,
                              .variants = QUESTION_NAMES };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_float) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 6.0 * bytes);
    char *source = ocl_load_source(&opt, "build_options.cl");

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    const build_options b = { &env, report, source };
    build_options_preprocessor(&b);
    build_options_good_build(&b);
    build_options_refused(&b);
    build_options_arguments(&b);
    build_options_math(&b);

    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
