// SPDX-License-Identifier: MIT

#include "refusals.h"

// Separate kernels: the mistakes are the same for every file of --kernel.
static const char UNDECLARED[] = "kernel void wrong(global int *x) { x[0] = undeclared; }\n";
static const char NO_HEADER[] = "#include \"compile_link_nowhere.h\"\n"
                                "kernel void wrong(global int *x) { x[0] = 0; }\n";
static const char CALLS_NOTHING[] = "int nowhere(int x);\n"
                                    "kernel void wrong(global int *x) { x[0] = nowhere(x[0]); }\n";

// The log, if compiling or linking is what failed.
static void report_log(const ocl_env *env, ocl_report *report, cl_program program, cl_int status)
{
    if (status != CL_COMPILE_PROGRAM_FAILURE && status != CL_LINK_PROGRAM_FAILURE &&
        status != CL_BUILD_PROGRAM_FAILURE)
        return;
    char *log = ocl_build_text(program, env->device, CL_PROGRAM_BUILD_LOG);
    for (char *line = strtok(log, "\r\n"); line; line = strtok(NULL, "\r\n"))
        ocl_report_note(report, "    %s", line);
    free(log);
}

// Compiles a text.  The caller releases *program.
static cl_int compile_text(const ocl_env *env, ocl_report *report, const char *text,
                           cl_program *program)
{
    cl_int err;
    *program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &text, NULL, &err));
    err = clCompileProgram(*program, 1, &env->device, NULL, 0, NULL, NULL, NULL, NULL);
    report_log(env, report, *program, err);
    return err;
}

static cl_int bad_compile(const ocl_env *env, ocl_report *report, const char *text)
{
    cl_program program;
    const cl_int err = compile_text(env, report, text, &program);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

static cl_int bad_link(const ocl_env *env, ocl_report *report, const char *options, cl_uint count,
                       const cl_program *parts)
{
    cl_int err;
    cl_program program =
        clLinkProgram(env->context, 1, &env->device, options, count, parts, NULL, NULL, &err);
    if (!program) return err;    // some drivers give no program for a failed link, and so no log
    report_log(env, report, program, err);
    OCL_CHECK(clReleaseProgram(program));
    return err;
}

void report_refusals(const ocl_env *env, ocl_report *report, cl_uint count, const cl_program *parts)
{
    ocl_report_print(report, "\n");
    ocl_explain_compiler_counts(env->platform);
    cl_program caller;
    const cl_int err = compile_text(env, report, CALLS_NOTHING, &caller);
    ocl_require_build(caller, "a call of nowhere()", "clCompileProgram", err);
    const ocl_refusal calls[] = {
        { .mistake = "compile: a name that is not declared",
          .got = bad_compile(env, report, UNDECLARED),
          .want = CL_COMPILE_PROGRAM_FAILURE },
        { .mistake = "compile: a header that is not given",
          .got = bad_compile(env, report, NO_HEADER),
          .want = CL_COMPILE_PROGRAM_FAILURE },
        { .mistake = "link: a function that no part defines",
          .got = bad_link(env, report, NULL, 1, &caller),
          .want = CL_LINK_PROGRAM_FAILURE },
        { .mistake = "link: an option that does not exist",
          .got = bad_link(env, report, "-no-such-option", count, parts),
          .want = CL_INVALID_LINKER_OPTIONS },
    };
    OCL_CHECK(clReleaseProgram(caller));
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
}
