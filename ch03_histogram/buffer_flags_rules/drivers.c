// SPDX-License-Identifier: MIT

#include "buffer_flags_rules/drivers.h"

#include "buffer_flags_rules/rules.h"

bool is_excused(cl_device_id device, int command, int access)
{
    const unsigned known = ocl_known_platform(device);
    const bool maps = command == MAP_READ || command == MAP_WRITE || command == MAP_REPLACE;
    if (expected_status(command, access) == CL_SUCCESS) return false;
    if (known == OCL_INTEL) return maps;    // CL_INVALID_VALUE
    return (known == OCL_OCLGRIND || known == OCL_NVIDIA) && command == MAP_REPLACE;    // works
}

const char *known_to_complain(cl_device_id device)
{
    if (ocl_known_platform(device) == OCL_OCLGRIND)
        return "Oclgrind reports kernels that break READ_ONLY or WRITE_ONLY: these two are left "
               "out here.";
    return NULL;
}
