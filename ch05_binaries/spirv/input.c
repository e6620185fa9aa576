// SPDX-License-Identifier: MIT

#include "input.h"

char *spirv_find(cl_device_id device)
{
    const bool small = ocl_device_number(device, CL_DEVICE_ADDRESS_BITS) == 32;
    const char *name = small ? "spirv32.spv" : "spirv64.spv";
    char *path = ocl_find_shared("OCL_SAMPLES_SPIRV", "spirv", name);
    if (!path)
        ocl_exit(OCL_EXIT_SKIP,
                 "%s was not built: install clang and the llvm-spirv of its version (Debian 12: "
                 "clang-14 and llvm-spirv-14), then configure and build again; or give a module "
                 "of your own with --input",
                 name);
    return path;
}

unsigned char *spirv_read(const char *path, size_t *bytes, spirv_module *module)
{
    unsigned char *data;
    ocl_message why;
    if (!ocl_read_file(path, &data, bytes, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!spirv_parse(data, *bytes, module, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    return data;
}

void spirv_describe(ocl_report *report, size_t bytes, const spirv_module *m)
{
    json_t *needs = json_array(), *kernels = json_array();
    ocl_report_print(report,
                     "module     SPIR-V %u.%u, %zu bytes, %zu instructions, generator %u.%u, "
                     "ids below %u, %u-bit addresses\n",
                     m->version / 10, m->version % 10, bytes, m->instruction_count,
                     m->generator >> 16, m->generator & 0xffff, m->bound, m->address_bits);
    ocl_report_print(report, "needs     ");
    for (size_t i = 0; i < m->capability_count && i < SPIRV_MAX_LISTED; i++) {
        char number[16];
        const char *name = spirv_capability_name(m->capabilities[i]);
        snprintf(number, sizeof number, "%u", m->capabilities[i]);
        ocl_report_print(report, " %s", name ? name : number);
        json_array_append_new(needs, ocl_json_text(name ? name : number));
    }
    ocl_report_print(report, "\nkernels   ");
    for (size_t i = 0; i < m->kernel_count && i < SPIRV_MAX_LISTED; i++) {
        ocl_report_print(report, " %s",
                         ocl_make_printable(m->kernels[i], strlen(m->kernels[i])).text);
        json_array_append_new(kernels, ocl_json_text(m->kernels[i]));
    }
    ocl_report_print(report, "\nconstants  %zu to specialise\n", m->constant_count);
    json_object_set_new(ocl_report_details(report), "module",
                        json_pack("{s:f,s:I,s:i,s:o,s:o,s:I}", "version", m->version / 10.0,
                                  "bytes", (json_int_t)bytes, "address_bits", (int)m->address_bits,
                                  "needs", needs, "kernels", kernels, "constants",
                                  (json_int_t)m->constant_count));
}
