// SPDX-License-Identifier: MIT

#include "mutable_commands.h"

#define EXTENSION "cl_khr_command_buffer_mutable_dispatch"

mutable_api require_mutable_commands(const ocl_env *env, cl_mutable_dispatch_fields_khr needed)
{
    const cl_version version = ocl_require_extension(env->device, EXTENSION);
    if (version < CL_MAKE_VERSION(0, 9, 3))
        ocl_exit(OCL_EXIT_SKIP, "this device has " EXTENSION " %u.%u.%u, and 0.9.3 is needed",
                 CL_VERSION_MAJOR(version), CL_VERSION_MINOR(version), CL_VERSION_PATCH(version));
    mutable_api api = { .fields = 0 };
    OCL_CHECK(clGetDeviceInfo(env->device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR,
                              sizeof api.fields, &api.fields, NULL));
    if ((api.fields & needed) != needed)
        ocl_exit(OCL_EXIT_SKIP,
                 "this device cannot change all of a command: "
                 "CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR is 0x%llx",
                 (unsigned long long)api.fields);
    *(void **)&api.clUpdateMutableCommandsKHR =
        ocl_extension_function(env->platform, "clUpdateMutableCommandsKHR");
    *(void **)&api.clGetMutableCommandInfoKHR =
        ocl_extension_function(env->platform, "clGetMutableCommandInfoKHR");
    return api;
}
