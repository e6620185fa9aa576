// SPDX-License-Identifier: MIT

#include "drivers.h"

void require_builtin_kernels(cl_device_id device)
{
    if (ocl_known_platform(device) == OCL_RUSTICL)
        ocl_exit(OCL_EXIT_SKIP, "rusticl 25.0 has no clCreateProgramWithBuiltInKernels");
    if (ocl_known_platform(device) & OCL_POCL_REMOTE)
        ocl_exit(OCL_EXIT_SKIP, "PoCL-Remote lists the built-in kernels of the server's device, "
                                "and makes no program of them");
}

bool driver_knows_its_names(cl_device_id device)
{
    return ocl_known_platform(device) != OCL_INTEL;
}
