// SPDX-License-Identifier: MIT
//
// compile_link_library_refusals - programs that must not compile or link; their logs.

#include "ocl.h"

static const char RIGHT[] = "kernel void right(global int *x) { x[0] = 0; }\n";
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

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    ocl_report_print(report, "\n");
    ocl_explain_compiler_counts(env->platform);
    cl_program caller, part;
    cl_int err = compile_text(env, report, CALLS_NOTHING, &caller);
    ocl_require_build(caller, "a call of nowhere()", "clCompileProgram", err);
    err = compile_text(env, report, RIGHT, &part);
    ocl_require_build(part, "a kernel", "clCompileProgram", err);
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
          .got = bad_link(env, report, "-no-such-option", 1, &part),
          .want = CL_INVALID_LINKER_OPTIONS },
    };
    OCL_CHECK(clReleaseProgram(part));
    OCL_CHECK(clReleaseProgram(caller));
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "compile_link_library_refusals",
                              .summary = "Programs to compile and link, with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_device_number(env.device, CL_DEVICE_LINKER_AVAILABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no linker (CL_DEVICE_LINKER_AVAILABLE)");
    const char *fault = ocl_known_fault(env.device, "headers of clCompileProgram");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
