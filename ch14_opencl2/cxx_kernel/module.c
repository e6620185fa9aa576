// SPDX-License-Identifier: MIT

#include "module.h"

// Every version of SPIR-V that a device takes includes 1.0, which the module is written in.
static bool takes_spirv(cl_device_id device)
{
    if (ocl_device_version(device) < 21) return false;
    char *versions = ocl_device_text(device, CL_DEVICE_IL_VERSION);
    const bool takes = strstr(versions, "SPIR-V_1.") != NULL;
    free(versions);
    return takes;
}

bool module_find(module *m, cl_device_id device, const char *stem, ocl_message *why)
{
    m->is_spirv = takes_spirv(device);
    if (!m->is_spirv && !ocl_has_extension(device, "cl_khr_spir"))
        return ocl_refuse(why, "this device takes no SPIR-V, and has no cl_khr_spir");
    snprintf(m->name, sizeof m->name, "%s%u.%s", stem,
             (unsigned)ocl_device_number(device, CL_DEVICE_ADDRESS_BITS),
             m->is_spirv ? "spv" : "bc");
    ocl_message unused;
    char *path = ocl_find_shared("OCL_SAMPLES_SPIRV", "spirv", m->name, &unused);
    if (!path)
        return ocl_refuse(why,
                          "%s was not built: install clang 14 or newer and the llvm-spirv of its "
                          "version, then configure and build again",
                          m->name);
    static const char *const MAGICS[] = { "\x03\x02\x23\x07", "BC", NULL };
    const ocl_file_form form = { .magics = MAGICS };
    ocl_message wrong;
    if (!ocl_read_file_as(path, &form, &m->data, &m->bytes, &wrong))
        ocl_exit(OCL_EXIT_USAGE, "%s", wrong.text);
    free(path);
    return true;
}
