// SPDX-License-Identifier: MIT
//
// spirv_module - what is in a module of SPIR-V, and what a driver makes of it.
//
// Shows   a module compared with its source: same results, time to build; a specialization constant
// Uses    clCreateProgramWithIL, clSetProgramSpecializationConstant, CL_DEVICE_IL_VERSION
// Try     spirv_module -i with a module of your own, made by clang and llvm-spirv

#include "ocl.h"

#include "proof/ch05_binaries/saxpy_data.h"
#include "spirv_module/input.h"

static const char KERNEL[] = "spirv_module_saxpy";
static const cl_float ALPHA = 2.5f;           // in the module, from CMakeLists.txt
static const cl_float OTHER_ALPHA = 0.75f;    // set in its place
enum { ALPHA_ID = 0 };                        // the number of the specialization constant

// What a program is made from.
typedef enum { SOURCE, MODULE } form;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    char *source;    // the program in both forms
    spirv_input input;
    saxpy_data host;    // the data of its kernel
    cl_mem d_a, d_b, d_c;
} lesson;

static cl_program create(const lesson *l, form from)
{
    const ocl_env *env = l->env;
    const char *source = l->source;
    cl_int err;
    if (from == SOURCE)
        return OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    if (ocl_device_version(env->device) >= 21)
        return OCL_CREATE(clCreateProgramWithIL(env->context, l->input.il, l->input.bytes, &err));
    return OCL_CREATE(create_with_il_khr(env, l->input.il, l->input.bytes, &err));
}

// A source gets the factor by -D.  A module has it.
static void build(const lesson *l, cl_program program, form from)
{
    const ocl_options *opt = l->env->options;
    char options[32] = "";
    if (from == SOURCE) snprintf(options, sizeof options, "-DALPHA=%.9ef", (double)ALPHA);
    const char *file = from == MODULE ? opt->input : opt->kernel;
    if (!file) file = from == MODULE ? "the module" : "spirv_module.cl";
    cl_int err = clBuildProgram(program, 1, &l->env->device, options, NULL, NULL);
    ocl_require_build(program, file, "clBuildProgram", err);
}

// Runs the kernel in the trial, and compares the result with alpha * b + c.
static ocl_result run(const lesson *l, cl_program program, cl_float alpha, ocl_trial *t)
{
    const ocl_env *env = l->env;
    const size_t n = l->host.n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_a, &l->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_b, &l->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_c, &l->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env->device, 256);
    const size_t global = ocl_round_up(n, local);
    while (ocl_trial_next(t))
        OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t->done));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, l->d_a, CL_TRUE, 0, l->host.bytes, l->host.a, 0, NULL,
                                  NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    saxpy_ref(l->host.ref, alpha, l->host.b, l->host.c, l->host.n);
    return saxpy_verify(t->name, &l->host, alpha);
}

// Two rows: the time from source or module to a program that can run, and the time of its kernel.
static void compare(const lesson *l, form from)
{
    const bool is_module = from == MODULE;
    cl_program program = NULL;
    ocl_trial builds =
        ocl_trial_open(l->env, is_module ? "build from SPIR-V" : "build from source", NULL, 0);
    while (ocl_trial_next(&builds)) {
        if (program) OCL_CHECK(clReleaseProgram(program));
        const double begin_ns = ocl_wall_ns();
        program = create(l, from);
        build(l, program, from);
        builds.host_ns = ocl_wall_ns() - begin_ns;
    }

    ocl_trial runs = ocl_trial_open(l->env, is_module ? "run from SPIR-V" : "run from source",
                                    l->d_a, l->host.bytes);
    const ocl_result result = run(l, program, ALPHA, &runs);
    const ocl_work one_build = { .amount = 1, .unit = "program/s" };
    const ocl_work one_run = { .amount = 3.0 * (double)l->host.bytes,
                               .unit = "GB/s",
                               .limit = l->env->limits.copy_gbs };
    ocl_trial_report(&builds, l->report, &one_build, result);
    ocl_trial_report(&runs, l->report, &one_run, result);
    OCL_CHECK(clReleaseProgram(program));
}

// A constant is set between creation and build.  For a module this is what -D is for a source.
static void specialise(const lesson *l)
{
    cl_program program = create(l, MODULE);
    OCL_CHECK(
        clSetProgramSpecializationConstant(program, ALPHA_ID, sizeof OTHER_ALPHA, &OTHER_ALPHA));
    build(l, program, MODULE);
    ocl_trial t = ocl_trial_open(l->env, "alpha specialised", l->d_a, l->host.bytes);
    const ocl_result result = run(l, program, OTHER_ALPHA, &t);
    ocl_report_result(l->report, t.name, result);
    OCL_CHECK(clReleaseProgram(program));
}

// The program gives the module's bytes back, and has the kernels that the module names.
static void inspect(const lesson *l)
{
    cl_program program = create(l, MODULE);
    build(l, program, MODULE);
    size_t bytes;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &bytes));
    unsigned char *il = ocl_alloc(bytes);
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_IL, bytes, il, NULL));
    ocl_result same =
        ocl_verify_equal("bytes of CL_PROGRAM_IL", (long long)bytes, (long long)l->input.bytes);
    if (same.pass)
        same = ocl_result_both(same, ocl_verify_bytes("CL_PROGRAM_IL", il, l->input.il, bytes));
    ocl_report_result(l->report, "CL_PROGRAM_IL", same);
    ocl_report_result(l->report, "kernels", spirv_verify_kernels(program, &l->input.module));
    free(il);
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv_module",
                              .summary = "A kernel from SPIR-V, which clang made ahead of time.",
                              .accepts = "dnirks",
                              .size_help = "elements of each vector",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);

    // A module of --input is described on any device.  A bad one is refused before all else.
    lesson l = { .source = NULL };
    if (opt.input) l.input = spirv_read(opt.input);
    ocl_env env = ocl_open(&opt);
    l.env = &env;
    const unsigned highest = spirv_version_of_device(env.device);
    if (!opt.input) l.input = spirv_find_and_read(env.device, highest);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    spirv_describe(l.report, &l.input);
    spirv_require(env.device, &l.input.module, highest);

    l.source = ocl_load_source(&opt, "spirv_module.cl");
    l.host = saxpy_data_make(env.device, opt.n[0], opt.seed);
    l.d_a = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.host.bytes, NULL);
    l.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, l.host.bytes, l.host.b);
    l.d_c = ocl_buffer(&env, CL_MEM_READ_ONLY, l.host.bytes, l.host.c);
    if (spirv_has_kernel(&l.input.module, KERNEL)) {
        compare(&l, SOURCE);
        compare(&l, MODULE);
        if (ocl_device_version(env.device) >= 22 && spirv_has_constant(&l.input.module, ALPHA_ID))
            specialise(&l);
    }
    inspect(&l);

    OCL_CHECK(clReleaseMemObject(l.d_c));
    OCL_CHECK(clReleaseMemObject(l.d_b));
    OCL_CHECK(clReleaseMemObject(l.d_a));
    saxpy_data_free(&l.host);
    free(l.source);
    free(l.input.il);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
