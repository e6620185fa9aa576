// SPDX-License-Identifier: MIT
//
// spirv - a kernel compiled ahead of time to SPIR-V, which any driver that takes it finishes for its device.
//
// Shows   a portable binary beside its source: same results, time to build; a specialization constant
// Uses    clCreateProgramWithIL, CL_DEVICE_IL_VERSION, CL_PROGRAM_IL, clSetProgramSpecializationConstant
// Try     spirv -i with a module of your own: clang -target spir64 -emit-llvm, then llvm-spirv

#include "ocl.h"
#include "spirv/input.h"
#include "spirv/saxpy.h"

static const float ALPHA = 2.5f;           // in the module, as CMakeLists.txt has it
static const float OTHER_ALPHA = 0.75f;    // set in its place

// A program in both forms, and what it has to compute.
typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;
    unsigned char *il;
    size_t il_bytes;
    spirv_saxpy saxpy;
} spirv_data;

// The highest version of SPIR-V that the device takes, as 10 * major + minor.
static unsigned spirv_highest(cl_device_id device)
{
    unsigned highest = 0;
    if (ocl_device_version(device) >= 21 || ocl_has_extension(device, "cl_khr_il_program")) {
        char *versions = ocl_device_text(device, CL_DEVICE_IL_VERSION);
        for (const char *at = versions; (at = strstr(at, "SPIR-V_")) != NULL; at++) {
            unsigned major, minor;
            if (sscanf(at, "SPIR-V_%u.%u", &major, &minor) == 2 && 10 * major + minor > highest)
                highest = 10 * major + minor;
        }
        free(versions);
    }
    return highest;
}

static void spirv_require_some(unsigned highest)
{
    if (highest == 0) ocl_exit(OCL_EXIT_SKIP, "this device takes no SPIR-V");
}

static void spirv_require(cl_device_id device, const spirv_module *m, unsigned highest)
{
    spirv_require_some(highest);
    if (m->version > highest)
        ocl_exit(OCL_EXIT_SKIP, "the module is SPIR-V %u.%u, this device takes %u.%u at most",
                 m->version / 10, m->version % 10, highest / 10, highest % 10);
    const cl_ulong bits = ocl_device_number(device, CL_DEVICE_ADDRESS_BITS);
    if (m->address_bits != bits)
        ocl_exit(OCL_EXIT_USAGE, "the module has %u-bit addresses, this device %u-bit ones",
                 m->address_bits, (unsigned)bits);
}

// OpenCL 2.1's call, or that of the extension before it.
static cl_program spirv_create(const ocl_env *env, const void *il, size_t bytes, cl_int *err)
{
    if (ocl_device_version(env->device) >= 21)
        return clCreateProgramWithIL(env->context, il, bytes, err);
    void *address =
        clGetExtensionFunctionAddressForPlatform(env->platform, "clCreateProgramWithILKHR");
    clCreateProgramWithILKHR_fn create;
    memcpy(&create, &address, sizeof create);    // C has no cast from object to function
    if (!create) ocl_exit(OCL_EXIT_SKIP, "this driver lacks clCreateProgramWithILKHR");
    return create(env->context, il, bytes, err);
}

// From the module, or from source when `il` is false.
static cl_program spirv_program(const spirv_data *s, bool il)
{
    cl_int err;
    if (il) {
        cl_program program = OCL_CREATE(spirv_create(s->env, s->il, s->il_bytes, &err));
        return program;
    }
    cl_program program = OCL_CREATE(
        clCreateProgramWithSource(s->env->context, 1, (const char **)&s->source, NULL, &err));
    return program;
}

static void spirv_build(const spirv_data *s, cl_program program, bool il)
{
    char options[32] = "";
    if (!il) snprintf(options, sizeof options, "-DALPHA=%.9ef", (double)ALPHA);
    cl_int err = clBuildProgram(program, 1, &s->env->device, options, NULL, NULL);
    const char *kernel = s->env->options->kernel ? s->env->options->kernel : "spirv.cl";
    const char *module = s->env->options->input ? s->env->options->input : "the module";
    ocl_require_build(program, il ? module : kernel, "clBuildProgram", err);
}

// Two rows: how long it takes from source or module to a program that can run, and how fast that runs.
static void spirv_compare(const spirv_data *s, bool il)
{
    ocl_times builds = { .runs = 0 }, runs = { .runs = 0 };
    cl_program program = NULL;
    for (size_t run = 0; run <= s->env->options->repeat; run++) {
        if (program) OCL_CHECK(clReleaseProgram(program));
        const double begin = ocl_wall_ns();
        program = spirv_program(s, il);
        spirv_build(s, program, il);
        if (run > 0) ocl_times_add(&builds, ocl_wall_ns() - begin);
    }
    const double limit = ocl_device_limits(s->env).copy_gbs;
    ocl_result check = spirv_saxpy_run(&s->saxpy, il ? "SPIR-V" : "source", program, ALPHA, &runs);
    ocl_report_row(s->report, &(ocl_row){ il ? "build from SPIR-V" : "build from source", &builds,
                                          1, "program/s", 0, check });
    ocl_report_row(s->report,
                   &(ocl_row){ il ? "run from SPIR-V" : "run from source", &runs,
                               3.0 * sizeof(float) * (double)s->saxpy.n, "GB/s", limit, check });
    OCL_CHECK(clReleaseProgram(program));
}

// The program gives the module's bytes back, and has kernels of the names that stand in it.
static void spirv_inspect(const spirv_data *s, const spirv_module *m)
{
    cl_program program = spirv_program(s, true);
    spirv_build(s, program, true);
    size_t bytes, kernels;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &bytes));
    unsigned char *il = ocl_alloc(bytes);
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_IL, bytes, il, NULL));
    ocl_result check =
        ocl_verify_equal("bytes of CL_PROGRAM_IL", (long long)bytes, (long long)s->il_bytes);
    if (check.pass)
        check = ocl_result_both(check, ocl_verify_bytes("CL_PROGRAM_IL", il, s->il, bytes));
    ocl_report_result(s->report, "CL_PROGRAM_IL", check);
    free(il);

    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL));
    check = ocl_verify_equal("number of kernels", (long long)kernels, (long long)m->kernel_count);
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++) {
        cl_int err;
        cl_kernel kernel = clCreateKernel(program, m->kernels[i], &err);
        const ocl_printable name = ocl_make_printable(m->kernels[i], strlen(m->kernels[i]));
        check = ocl_result_both(check, ocl_verify_equal(name.text, err, CL_SUCCESS));
        if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    }
    ocl_report_result(s->report, "kernels", check);
    OCL_CHECK(clReleaseProgram(program));
}

// A constant that is set before the build: what -D is to a source.  Mistakes with it are refused.
static void spirv_specialise(const spirv_data *s)
{
    cl_int refused[3];
    cl_program program = spirv_program(s, true), other = spirv_program(s, false);
    refused[0] = clSetProgramSpecializationConstant(program, 99, sizeof OTHER_ALPHA, &OTHER_ALPHA);
    refused[1] = clSetProgramSpecializationConstant(program, 0, 1, &OTHER_ALPHA);
    refused[2] = clSetProgramSpecializationConstant(other, 0, sizeof OTHER_ALPHA, &OTHER_ALPHA);
    OCL_CHECK(clReleaseProgram(other));
    OCL_CHECK(clSetProgramSpecializationConstant(program, 0, sizeof OTHER_ALPHA, &OTHER_ALPHA));
    spirv_build(s, program, true);
    ocl_report_result(s->report, "alpha specialised",
                      spirv_saxpy_run(&s->saxpy, "alpha specialised", program, OTHER_ALPHA, NULL));
    OCL_CHECK(clReleaseProgram(program));
    const ocl_refusal calls[] = {
        { "a constant that the module lacks", refused[0], CL_INVALID_SPEC_ID, 0 },
        { "a constant of another size", refused[1], CL_INVALID_VALUE, 0 },
        { "a constant of a program from source", refused[2], CL_INVALID_PROGRAM, 0 },
    };
    ocl_report_refusals(s->report, s->env->device, calls, 3);
}

// What must not become a program.
static void spirv_refused(const spirv_data *s)
{
    const struct {
        const char *mistake;
        const void *il;
        size_t bytes;
        unsigned excused;
    } bad[] = { { "no module", NULL, s->il_bytes, 0 },
                { "a module of no bytes", s->il, 0, 0 },
                { "OpenCL C in place of SPIR-V", s->source, strlen(s->source), 0 },
                { "half a module", s->il, s->il_bytes / 8 * 4, OCL_INTEL } };
    ocl_refusal calls[4];
    for (size_t i = 0; i < 4; i++) {
        cl_int err;
        cl_program program = spirv_create(s->env, bad[i].il, bad[i].bytes, &err);
        if (err == CL_SUCCESS) OCL_CHECK(clReleaseProgram(program));
        calls[i] = (ocl_refusal){ bad[i].mistake, err, CL_INVALID_VALUE, bad[i].excused };
    }
    ocl_report_refusals(s->report, s->env->device, calls, 4);
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
    spirv_data s = { .il = NULL };
    spirv_module module;
    if (opt.input) s.il = spirv_read(opt.input, &s.il_bytes, &module);

    ocl_env env = ocl_open(&opt);
    s.env = &env;
    const unsigned highest = spirv_highest(env.device);
    if (!opt.input)
        spirv_require_some(highest);    // a module that was given is described on any device
    s.report = ocl_report_open(&opt, env.device);
    ocl_report_count(s.report, "n", opt.n[0]);
    if (opt.input) spirv_describe(s.report, s.il_bytes, &module);
    if (!opt.input) {
        char *path = spirv_find(env.device);
        s.il = spirv_read(path, &s.il_bytes, &module);
        spirv_describe(s.report, s.il_bytes, &module);
        free(path);
    }
    spirv_require(env.device, &module, highest);

    char *source = ocl_load_source(&opt, "spirv.cl");
    s.source = source;
    s.saxpy = spirv_saxpy_open(&env);
    if (spirv_has_kernel(&module, SPIRV_SAXPY_KERNEL)) {
        spirv_compare(&s, false);
        spirv_compare(&s, true);
        if (ocl_device_version(env.device) >= 22 && spirv_has_constant(&module, 0))
            spirv_specialise(&s);
    }
    spirv_inspect(&s, &module);
    spirv_refused(&s);

    spirv_saxpy_close(&s.saxpy);
    free(source);
    free(s.il);
    ocl_close(&env);
    return ocl_report_close(s.report);
}
