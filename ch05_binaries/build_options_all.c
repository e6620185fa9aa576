// SPDX-License-Identifier: MIT
//
// build_options_all - what a program can tell the compiler, and what this changes.
//
// Shows   macros, header folders, language versions, warnings, build logs, relaxed arithmetic
// Uses    clBuildProgram and its options, clGetProgramBuildInfo, clGetKernelArgInfo
// Try     build_options_all -V sum; build_options_all -d with another device

#include "ocl.h"

#include "build_options_all/macros.h"
#include "proof/build_options_all/arithmetic.h"
#include "proof/build_options_all/cases.h"

static cl_build_status get_build_status(const lesson *l, cl_program program)
{
    cl_build_status status;
    OCL_CHECK(clGetProgramBuildInfo(program, l->env->device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    return status;
}

// A build that works has a status, a type, and the options that it was given.
static void show_good_build(const lesson *l)
{
    static const char options[] = "-DRUN=1000 -DNAME=7 -cl-mad-enable";
    const char *source = l->source;
    cl_device_id device = l->env->device;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &device, options, NULL, NULL);
    const char *kernel = l->env->options->kernel;
    ocl_require_build(program, kernel ? kernel : "build_options_all.cl", "clBuildProgram", err);

    cl_program_binary_type type;
    OCL_CHECK(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    char *kept = ocl_build_text(program, device, CL_PROGRAM_BUILD_OPTIONS);
    const uint64_t got[] = { (uint64_t)get_build_status(l, program), type,
                             strstr(kept, options) != NULL };
    const uint64_t want[] = { (uint64_t)CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, true };
    ocl_report_result(l->report, "a build's status, type, options",
                      ocl_verify_u64("status, type, options", got, want, 3));
    free(kept);
    OCL_CHECK(clReleaseProgram(program));
}

// A build that fails has a log that says where and why.  The program has no kernels.
static void show_failed_build(const lesson *l)
{
    cl_int status, err;
    cl_program program = try_build(l, "-DWITH_ERROR", &status);
    cl_kernel kernel = clCreateKernel(program, "build_options_all_sum", &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    char *log = ocl_build_text(program, l->env->device, CL_PROGRAM_BUILD_LOG);
    ocl_report_print(l->report, "\nbuild log with -DWITH_ERROR:\n%s\n", log);
    const uint64_t got[] = { (uint64_t)get_build_status(l, program),
                             strstr(log, "no_such_name") != NULL };
    const uint64_t want[] = { (uint64_t)CL_BUILD_ERROR, true };
    ocl_report_result(l->report, "a failed build's status, log",
                      ocl_verify_u64("status, name in the log", got, want, 2));
    const ocl_refusal calls[] = { { .mistake = "a name that is not declared",
                                    .got = status,
                                    .want = CL_BUILD_PROGRAM_FAILURE },
                                  { .mistake = "a kernel of a program that was not built",
                                    .got = err,
                                    .want = CL_INVALID_PROGRAM_EXECUTABLE } };
    ocl_report_refusals(l->report, l->env->device, calls, 2);
    free(log);
    OCL_CHECK(clReleaseProgram(program));
}

// A doubtful line of the source: with -w the compiler keeps quiet about it.
static void show_warnings(const lesson *l)
{
    static const char *const options[] = { "-DWITH_WARNING", "-DWITH_WARNING -w" };
    ocl_report_print(l->report, "\n");
    for (int quiet = 0; quiet < 2; quiet++) {
        cl_program program = build_with(l, options[quiet]);
        char *log = ocl_build_text(program, l->env->device, CL_PROGRAM_BUILD_LOG);
        ocl_report_note(l->report, "%-22s %s", options[quiet],
                        strstr(log, "warning") ? "a warning in the log" : "no warning");
        free(log);
        OCL_CHECK(clReleaseProgram(program));
    }
}

// Some compilers keep what they make on the way, in files whose names begin with the prefix.  The
// option is AMD's: other implementations refuse it, or take it and write nothing.
static void show_kept_files(const lesson *l, const char *prefix)
{
    char option[1024];
    if (snprintf(option, sizeof option, "-save-temps=%s", prefix) >= (int)sizeof option)
        ocl_exit(OCL_EXIT_USAGE, "--save-temps: more than 1000 characters");
    cl_int status;
    cl_program program = try_build(l, option, &status);
    ocl_report_fact(l->report, "-save-temps", "%s",
                    status == CL_SUCCESS ? "accepted" : ocl_error_name(status));
    OCL_CHECK(clReleaseProgram(program));
}

// With -cl-kernel-arg-info the names of arguments are kept.  Without it a driver may also keep
// them.
static void show_argument_names(const lesson *l)
{
    static const char *const options[] = { "", "-cl-kernel-arg-info" };
    ocl_report_print(l->report, "\n");
    for (int with = 0; with < 2; with++) {
        cl_program program = build_with(l, options[with]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "build_options_all_quotient", &err));
        char name[16] = "";
        err = clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
        ocl_report_note(l->report, "%-20s argument 1: %s", with ? options[1] : "no option",
                        err == CL_SUCCESS ? name : ocl_error_name(err));
        OCL_CHECK(clReleaseKernel(kernel));
        OCL_CHECK(clReleaseProgram(program));
        if (with)
            ocl_report_result(l->report, "-cl-kernel-arg-info",
                              ocl_verify_bytes("name of argument 1", name, "x", 2));
    }
}

// The buffers of the kernels build_options_all_product to build_options_all_sum.
typedef struct {
    cl_mem d_out, d_x, d_y;
} math_buffers;

// Several cases may have the same option: their program is built once.
static cl_program program_of(const lesson *l, cl_program programs[CASE_COUNT], size_t index)
{
    size_t first = 0;
    while (strcmp(CASES[first].option, CASES[index].option) != 0)
        first++;
    if (!programs[first]) programs[first] = build_with(l, CASES[first].option);
    return programs[first];
}

// Runs the kernel of a case, built with the option of the case.  m->out gets its results.
static ocl_trial run_case(const lesson *l, cl_program program, math_data *m, size_t index,
                          const math_buffers *d)
{
    const ocl_env *env = l->env;
    const question asked = CASES[index].question;
    char name[32];
    snprintf(name, sizeof name, "build_options_all_%s", QUESTION_NAMES[asked]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    const cl_ulong n = m->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d->d_out, &d->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d->d_x, &d->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d->d_y, &d->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    // A sum alone in its work-group is not computed side by side with its neighbours.
    const size_t local = ocl_local_size(kernel, env->device, asked == SUM ? 1 : 256);
    const size_t global = ocl_round_up(m->results, local);
    const size_t bytes = sizeof(float) * m->results;
    ocl_trial t = ocl_trial_open(env, CASES[index].name, d->d_out, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d->d_out, CL_TRUE, 0, bytes, m->out, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    return t;
}

// The options of arithmetic: for every question, first the kernel without an option, then the
// kernel with each option.
static void show_arithmetic(const lesson *l)
{
    const ocl_env *env = l->env;
    const cl_command_queue queue = env->queue;
    cl_program programs[CASE_COUNT] = { NULL };
    math_data m = math_open(env, l->report, env->options->n[0]);
    const math_buffers d = { .d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, m.bytes, NULL),
                             .d_x = ocl_buffer(env, CL_MEM_READ_ONLY, m.bytes, NULL),
                             .d_y = ocl_buffer(env, CL_MEM_READ_ONLY, m.bytes, NULL) };
    for (size_t i = 0; i < CASE_COUNT; i++) {
        if (!ocl_wants(env->options, QUESTION_NAMES[CASES[i].question])) continue;
        if (!CASES[i].option[0]) {
            math_ask(&m, CASES[i].question);
            OCL_CHECK(clEnqueueWriteBuffer(queue, d.d_x, CL_TRUE, 0, m.bytes, m.x, 0, NULL, NULL));
            OCL_CHECK(clEnqueueWriteBuffer(queue, d.d_y, CL_TRUE, 0, m.bytes, m.y, 0, NULL, NULL));
        }
        if (!math_takes(&m, i)) continue;
        ocl_trial t = run_case(l, program_of(l, programs, i), &m, i, &d);
        math_report_case(&m, i, &t);
    }
    math_report_effects(&m);
    for (size_t i = 0; i < CASE_COUNT; i++)
        if (programs[i]) OCL_CHECK(clReleaseProgram(programs[i]));
    OCL_CHECK(clReleaseMemObject(d.d_y));
    OCL_CHECK(clReleaseMemObject(d.d_x));
    OCL_CHECK(clReleaseMemObject(d.d_out));
    math_close(&m);
}

int main(int argc, char **argv)
{
    const char *kept = NULL;
    const ocl_option own[] = {
        { .usage = "-t, --save-temps PREFIX: ask the compiler to keep its files", .text = &kept },
        { 0 },
    };
    const ocl_about about = { .name = "build_options_all",
                              .summary = "Build options: what they say, and what each changes.",
                              .accepts = "dnrVks",
                              .size_help = "numbers given to each kernel",
                              .extents = 1,
                              .variants = QUESTION_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 300007 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const char *fault = ocl_known_fault(env.device, "arithmetic of the x87 unit");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
    const double bytes = sizeof(cl_float) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 6.0 * bytes);
    char *source = ocl_load_source(&opt, "build_options_all.cl");

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    const lesson l = { .env = &env, .report = report, .source = source };
    report_macros(&l);
    show_good_build(&l);
    ocl_explain_compiler_counts(env.platform);
    show_failed_build(&l);
    show_warnings(&l);
    if (kept) show_kept_files(&l, kept);
    show_argument_names(&l);
    show_arithmetic(&l);

    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
