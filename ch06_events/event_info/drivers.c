// SPDX-License-Identifier: MIT

#include "drivers.h"

static bool is_known(cl_device_id device, cl_command_type type, cl_command_type got)
{
    static const struct {
        cl_command_type type, got;
        unsigned platforms;
    } known[] = {
        { CL_COMMAND_TASK, CL_COMMAND_NDRANGE_KERNEL,
          OCL_POCL | OCL_POCL_6 | OCL_POCL_7 | OCL_OCLGRIND | OCL_RUSTICL | OCL_RUSTICL_26 },
        { CL_COMMAND_WRITE_IMAGE, CL_COMMAND_WRITE_BUFFER_RECT, OCL_RUSTICL | OCL_RUSTICL_26 },
        { CL_COMMAND_FILL_IMAGE, CL_COMMAND_FILL_BUFFER, OCL_RUSTICL | OCL_RUSTICL_26 },
    };
    const unsigned platform = ocl_known_platform(device);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].type == type && known[i].got == got && known[i].platforms & platform)
            return true;
    return false;
}

cl_command_type driver_command_type(cl_device_id device, cl_command_type type, cl_command_type got,
                                    const char *name)
{
    if (!is_known(device, type, got)) return type;
    ocl_warn("%s: the driver has another type for it", name);
    return got;
}
