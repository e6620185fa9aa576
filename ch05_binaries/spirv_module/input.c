// SPDX-License-Identifier: MIT

#include "input.h"

spirv_input spirv_read(const char *path)
{
    static const char *const magics[] = { "\x03\x02\x23\x07", "\x07\x23\x02\x03", NULL };
    static const ocl_file_form form = { .magics = magics };
    spirv_input input;
    ocl_message why;
    if (!ocl_read_file_as(path, &form, &input.il, &input.bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!spirv_parse(input.il, input.bytes, &input.module, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    return input;
}

spirv_input spirv_find_and_read(cl_device_id device, unsigned highest)
{
    if (highest == 0) ocl_exit(OCL_EXIT_SKIP, "this device takes no SPIR-V");
    const bool small = ocl_device_number(device, CL_DEVICE_ADDRESS_BITS) == 32;
    const char *name = small ? "spirv_module32.spv" : "spirv_module64.spv";
    ocl_message why;
    char *path = ocl_find_shared("OCL_SAMPLES_SPIRV", "spirv", name, &why);
    if (!path && getenv("OCL_SAMPLES_SPIRV")) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!path)
        ocl_exit(OCL_EXIT_SKIP,
                 "%s was not built: install clang and the llvm-spirv of its version (Debian 12: "
                 "clang-14 and llvm-spirv-14), then configure and build again; or give a module "
                 "of your own with --input",
                 name);
    const spirv_input input = spirv_read(path);
    free(path);
    return input;
}

unsigned spirv_highest_version(const char *versions)
{
    unsigned highest = 0;
    for (const char *at = versions; (at = strstr(at, "SPIR-V_")) != NULL; at++) {
        unsigned major, minor;
        if (sscanf(at, "SPIR-V_%u.%u", &major, &minor) == 2 && 10 * major + minor > highest)
            highest = 10 * major + minor;
    }
    return highest;
}

unsigned spirv_version_of_device(cl_device_id device)
{
    if (ocl_device_version(device) < 21 && !ocl_has_extension(device, "cl_khr_il_program"))
        return 0;
    char *versions = ocl_device_text(device, CL_DEVICE_IL_VERSION);
    const unsigned highest = spirv_highest_version(versions);
    free(versions);
    return highest;
}

void spirv_require(cl_device_id device, const spirv_module *m, unsigned highest)
{
    if (highest == 0) ocl_exit(OCL_EXIT_SKIP, "this device takes no SPIR-V");
    if (m->version > highest)
        ocl_exit(OCL_EXIT_SKIP, "the module is SPIR-V %u.%u, this device takes %u.%u at most",
                 m->version / 10, m->version % 10, highest / 10, highest % 10);
    const cl_ulong bits = ocl_device_number(device, CL_DEVICE_ADDRESS_BITS);
    if (m->address_bits != bits)
        ocl_exit(OCL_EXIT_USAGE, "the module has %u-bit addresses, this device %u-bit ones",
                 m->address_bits, (unsigned)bits);
}

static void append_name(ocl_growing *list, const char *name)
{
    if (list->bytes > 0) ocl_append_text(list, " ");
    ocl_append_text(list, ocl_make_printable(name, strlen(name)).text);
}

void spirv_describe(ocl_report *report, const spirv_input *input)
{
    const spirv_module *m = &input->module;
    char version[16], generator[24];
    snprintf(version, sizeof version, "%u.%u", m->version / 10, m->version % 10);
    snprintf(generator, sizeof generator, "%u.%u", m->generator >> 16, m->generator & 0xffff);
    ocl_growing needs = { 0 }, kernels = { 0 };
    for (size_t i = 0; i < m->capability_count && i < SPIRV_MAX_LISTED; i++) {
        char number[16];
        const char *name = spirv_capability_name(m->capabilities[i]);
        snprintf(number, sizeof number, "%u", m->capabilities[i]);
        append_name(&needs, name ? name : number);
    }
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++)
        append_name(&kernels, m->kernels[i]);

    ocl_report_print(report, "\n");
    ocl_report_fact(report, "SPIR-V version", "%s", version);
    ocl_report_fact(report, "module bytes", "%zu", input->bytes);
    ocl_report_fact(report, "instructions", "%zu", m->instruction_count);
    ocl_report_fact(report, "generator", "%s", generator);
    ocl_report_fact(report, "ids are below", "%u", m->bound);
    ocl_report_fact(report, "address bits", "%u", m->address_bits);
    ocl_report_fact(report, "needs", "%s", needs.text);
    ocl_report_fact(report, "kernels", "%s", kernels.text);
    ocl_report_fact(report, "constants to set", "%zu", m->constant_count);
    free(kernels.text);
    free(needs.text);
}

ocl_result spirv_verify_kernels(cl_program program, const spirv_module *m)
{
    size_t count;
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    ocl_result result =
        ocl_verify_equal("number of kernels", (long long)count, (long long)m->kernel_count);
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++) {
        cl_int err;
        cl_kernel kernel = clCreateKernel(program, m->kernels[i], &err);
        const ocl_printable name = ocl_make_printable(m->kernels[i], strlen(m->kernels[i]));
        result = ocl_result_both(result, ocl_verify_equal(name.text, err, CL_SUCCESS));
        if (err == CL_SUCCESS) OCL_CHECK(clReleaseKernel(kernel));
    }
    return result;
}

cl_program create_with_il_khr(const ocl_env *env, const void *il, size_t bytes, cl_int *err)
{
    void *address =
        clGetExtensionFunctionAddressForPlatform(env->platform, "clCreateProgramWithILKHR");
    clCreateProgramWithILKHR_fn create;
    memcpy(&create, &address, sizeof create);    // C has no cast from object to function
    if (!create) ocl_exit(OCL_EXIT_SKIP, "this driver lacks clCreateProgramWithILKHR");
    return create(env->context, il, bytes, err);
}
