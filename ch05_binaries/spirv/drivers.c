// SPDX-License-Identifier: MIT

#include "drivers.h"

cl_program create_with_il_khr(const ocl_env *env, const void *il, size_t bytes, cl_int *err)
{
    void *address =
        clGetExtensionFunctionAddressForPlatform(env->platform, "clCreateProgramWithILKHR");
    clCreateProgramWithILKHR_fn create;
    memcpy(&create, &address, sizeof create);    // C has no cast from object to function
    if (!create) ocl_exit(OCL_EXIT_SKIP, "this driver lacks clCreateProgramWithILKHR");
    return create(env->context, il, bytes, err);
}

bool driver_refuses_constants_of_sources(cl_device_id device)
{
    return !(ocl_known_platform(device) & (OCL_POCL_6 | OCL_POCL_7));
}
