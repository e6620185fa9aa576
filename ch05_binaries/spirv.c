// SPDX-License-Identifier: MIT
//
// spirv - a kernel compiled ahead of time to SPIR-V, from which the driver makes machine code.
//
// Shows   a module compared with its source: same results, time to build; a specialization constant
// Uses    clCreateProgramWithIL, clSetProgramSpecializationConstant, CL_DEVICE_IL_VERSION
// Try     spirv -i with a module of your own: clang -target spir64 -emit-llvm, then llvm-spirv

#include "shared/saxpy_data.h"
#include "spirv/input.h"
#include "spirv/refusals.h"

static const char KERNEL[] = "spirv_saxpy";
static const cl_float ALPHA = 2.5f;           // in the module, from CMakeLists.txt
static const cl_float OTHER_ALPHA = 0.75f;    // set in its place
enum { ALPHA_ID = 0 };                        // the number of the specialization constant

// What a program is made from.
typedef enum { SOURCE, MODULE } form;

// A program in both forms; the data of its kernel on the host and on the device.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    char *source;
    spirv_input input;
    saxpy_data host;
    cl_mem d_a, d_b, d_c;
} spirv_work;

// The highest version of SPIR-V that the device takes, as 10 * major + minor; 0: none.
static unsigned highest_version(cl_device_id device)
{
    if (ocl_device_version(device) < 21 && !ocl_has_extension(device, "cl_khr_il_program"))
        return 0;
    char *versions = ocl_device_text(device, CL_DEVICE_IL_VERSION);
    const unsigned highest = spirv_highest_version(versions);
    free(versions);
    return highest;
}

static cl_program create(const spirv_work *w, form from)
{
    const ocl_env *env = w->env;
    const char *source = w->source;
    cl_int err;
    if (from == SOURCE)
        return OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    if (ocl_device_version(env->device) >= 21)
        return OCL_CREATE(clCreateProgramWithIL(env->context, w->input.il, w->input.bytes, &err));
    return OCL_CREATE(create_with_il_khr(env, w->input.il, w->input.bytes, &err));
}

// A source gets the factor by -D.  A module has it.
static void build(const spirv_work *w, cl_program program, form from)
{
    const ocl_options *opt = w->env->options;
    char options[32] = "";
    if (from == SOURCE) snprintf(options, sizeof options, "-DALPHA=%.9ef", (double)ALPHA);
    const char *file = from == MODULE ? opt->input : opt->kernel;
    if (!file) file = from == MODULE ? "the module" : "spirv.cl";
    cl_int err = clBuildProgram(program, 1, &w->env->device, options, NULL, NULL);
    ocl_require_build(program, file, "clBuildProgram", err);
}

// Runs the kernel --repeat times after a warm-up and compares with alpha * b + c.
static ocl_result run(const spirv_work *w, const char *what, cl_program program, cl_float alpha,
                      ocl_times *times)
{
    const ocl_env *env = w->env;
    const cl_ulong n = w->host.n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof w->d_a, &w->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof w->d_b, &w->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof w->d_c, &w->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, env->device, 256), global = ocl_round_up(n, local);
    for (size_t k = 0; k <= env->options->repeat; k++) {
        cl_event done;
        ocl_poison_run(env->queue, w->d_a, w->host.bytes, k);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        ocl_times_take(times, k, done);
        ocl_answers_add(&times->answers, env->queue, w->d_a, w->host.bytes);
    }
    OCL_CHECK(clEnqueueReadBuffer(env->queue, w->d_a, CL_TRUE, 0, w->host.bytes, w->host.a, 0, NULL,
                                  NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    saxpy_ref(w->host.ref, alpha, w->host.b, w->host.c, w->host.n);
    return saxpy_verify(what, &w->host, alpha);
}

// Two rows: the time from source or module to a program that can run, and the time of its kernel.
static void compare(const spirv_work *w, form from)
{
    const bool il = from == MODULE;
    ocl_times builds = { .runs = 0 }, runs = { .runs = 0 };
    cl_program program = NULL;
    for (size_t k = 0; k <= w->env->options->repeat; k++) {
        if (program) OCL_CHECK(clReleaseProgram(program));
        const double begin_ns = ocl_wall_ns();
        program = create(w, from);
        build(w, program, from);
        if (k > 0) ocl_times_add(&builds, ocl_wall_ns() - begin_ns);
    }
    const ocl_result result = run(w, il ? "SPIR-V" : "source", program, ALPHA, &runs);
    ocl_report_row(w->report, &(ocl_row){ .name = il ? "build from SPIR-V" : "build from source",
                                          .times = &builds,
                                          .work = 1,
                                          .unit = "program/s",
                                          .result = result });
    ocl_report_row(w->report, &(ocl_row){ .name = il ? "run from SPIR-V" : "run from source",
                                          .times = &runs,
                                          .work = 3.0 * (double)w->host.bytes,
                                          .unit = "GB/s",
                                          .limit = ocl_device_limits(w->env).copy_gbs,
                                          .result = result });
    OCL_CHECK(clReleaseProgram(program));
}

// A constant is set between creation and build.  For a module this is what -D is for a source.
static void specialise(const spirv_work *w)
{
    cl_program program = create(w, MODULE), other = create(w, SOURCE);
    report_bad_constants(w->env, w->report, program, other);
    OCL_CHECK(
        clSetProgramSpecializationConstant(program, ALPHA_ID, sizeof OTHER_ALPHA, &OTHER_ALPHA));
    build(w, program, MODULE);
    ocl_times times = { .runs = 0 };
    const ocl_result result = run(w, "alpha specialised", program, OTHER_ALPHA, &times);
    ocl_report_result(w->report, "alpha specialised", result);
    OCL_CHECK(clReleaseProgram(other));
    OCL_CHECK(clReleaseProgram(program));
}

// The program gives the module's bytes back, and has the kernels that the module names.
static void inspect(const spirv_work *w)
{
    cl_program program = create(w, MODULE);
    build(w, program, MODULE);
    size_t bytes;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &bytes));
    unsigned char *il = ocl_alloc(bytes);
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_IL, bytes, il, NULL));
    ocl_result same =
        ocl_verify_equal("bytes of CL_PROGRAM_IL", (long long)bytes, (long long)w->input.bytes);
    if (same.pass)
        same = ocl_result_both(same, ocl_verify_bytes("CL_PROGRAM_IL", il, w->input.il, bytes));
    ocl_report_result(w->report, "CL_PROGRAM_IL", same);
    ocl_report_result(w->report, "kernels", spirv_verify_kernels(program, &w->input.module));
    free(il);
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv",
                              .summary = "A kernel from SPIR-V, which clang made ahead of time.",
                              .accepts = "dnirks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    // A module of --input is described on any device.  A bad one is refused before all else.
    spirv_work w = { .source = NULL };
    if (opt.input) w.input = spirv_read(opt.input);
    ocl_env env = ocl_open(&opt);
    w.env = &env;
    const unsigned highest = highest_version(env.device);
    if (!opt.input) w.input = spirv_find_and_read(env.device, highest);

    ocl_report *report = w.report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    spirv_describe(report, &w.input);
    spirv_require(env.device, &w.input.module, highest);

    w.source = ocl_load_source(&opt, "spirv.cl");
    w.host = saxpy_data_make(env.device, opt.n[0], opt.seed);
    w.d_a = ocl_buffer(&env, CL_MEM_WRITE_ONLY, w.host.bytes, NULL);
    w.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, w.host.bytes, w.host.b);
    w.d_c = ocl_buffer(&env, CL_MEM_READ_ONLY, w.host.bytes, w.host.c);
    if (spirv_has_kernel(&w.input.module, KERNEL)) {
        compare(&w, SOURCE);
        compare(&w, MODULE);
        if (ocl_device_version(env.device) >= 22 && spirv_has_constant(&w.input.module, ALPHA_ID))
            specialise(&w);
    }
    inspect(&w);
    report_bad_modules(&env, report, &w.input, w.source);
    OCL_CHECK(clReleaseMemObject(w.d_c));
    OCL_CHECK(clReleaseMemObject(w.d_b));
    OCL_CHECK(clReleaseMemObject(w.d_a));
    saxpy_data_free(&w.host);
    free(w.source);
    free(w.input.il);
    ocl_close(&env);
    return ocl_report_close(report);
}
