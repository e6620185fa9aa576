// SPDX-License-Identifier: MIT
//
// spirv_module_refusals - modules and constants that must be refused.

#include "ocl.h"

#include "spirv_module/input.h"

static cl_int try_to_create(const ocl_env *env, const void *il, size_t bytes)
{
    cl_int err;
    cl_program program = ocl_device_version(env->device) >= 21
                             ? clCreateProgramWithIL(env->context, il, bytes, &err)
                             : create_with_il_khr(env, il, bytes, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseProgram(program));
    return err;
}

// Tries to make programs of what is no module.
static void report_bad_modules(const ocl_env *env, ocl_report *report, const spirv_input *input,
                               const char *source)
{
    // The last word of a module is OpFunctionEnd.  A cut inside an instruction stops PoCL 7.1 with
    // an assertion.
    const size_t cut = input->bytes - sizeof(cl_uint);
    const ocl_refusal calls[] = {
        { .mistake = "no module",
          .got = try_to_create(env, NULL, input->bytes),
          .want = CL_INVALID_VALUE },
        { .mistake = "a module of no bytes",
          .got = try_to_create(env, input->il, 0),
          .want = CL_INVALID_VALUE },
        { .mistake = "OpenCL C in place of SPIR-V",
          .got = try_to_create(env, source, strlen(source)),
          .want = CL_INVALID_VALUE },
        { .mistake = "a module without its end",
          .got = try_to_create(env, input->il, cut),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
}

// Both programs are not built yet.
static void report_bad_constants(const ocl_env *env, ocl_report *report, cl_program from_module,
                                 cl_program from_source)
{
    const cl_float value = 0.75f;
    const bool asked = !ocl_known_fault(env->device, "a constant of a program from source");
    const ocl_refusal calls[] = {
        { .mistake = "a constant that the module lacks",
          .got = clSetProgramSpecializationConstant(from_module, 99, sizeof value, &value),
          .want = CL_INVALID_SPEC_ID },
        { .mistake = "a constant of another size",
          .got = clSetProgramSpecializationConstant(from_module, 0, 1, &value),
          .want = CL_INVALID_VALUE },
        { .mistake = "a constant of a program from source",
          .got = asked ? clSetProgramSpecializationConstant(from_source, 0, sizeof value, &value)
                       : CL_INVALID_PROGRAM,
          .want = CL_INVALID_PROGRAM },
    };
    ocl_report_refusals(report, env->device, calls, sizeof calls / sizeof calls[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv_module_refusals",
                              .summary = "Modules and constants that must be refused.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    spirv_input input = spirv_find_and_read(env.device, spirv_version_of_device(env.device));
    spirv_require(env.device, &input.module, spirv_version_of_device(env.device));
    char *text = ocl_load_source(&opt, "spirv_module.cl");
    const char *source = text;
    ocl_report *report = ocl_report_open(&opt, env.device);
    if (ocl_device_version(env.device) >= 22) {
        cl_int err;
        cl_program from_module =
            OCL_CREATE(clCreateProgramWithIL(env.context, input.il, input.bytes, &err));
        cl_program from_source =
            OCL_CREATE(clCreateProgramWithSource(env.context, 1, &source, NULL, &err));
        report_bad_constants(&env, report, from_module, from_source);
        OCL_CHECK(clReleaseProgram(from_source));
        OCL_CHECK(clReleaseProgram(from_module));
    }
    report_bad_modules(&env, report, &input, source);
    free(text);
    free(input.il);
    ocl_close(&env);
    return ocl_report_close(report);
}
