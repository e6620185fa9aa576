// SPDX-License-Identifier: MIT

#include "features.h"

void require_c_feature(cl_device_id device, const char *name)
{
    const int version = ocl_device_version(device);
    if (version < 20) ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL C 2.0, nor a newer one");
    if (version >= 30 && !ocl_has_feature(device, name))
        ocl_exit(OCL_EXIT_SKIP, "this device has no %s", name);
}

const char *newest_c(cl_device_id device)
{
    if (ocl_has_language(device, 30)) return "-cl-std=CL3.0";
    return ocl_has_language(device, 20) ? "-cl-std=CL2.0" : "-cl-std=CL1.2";
}

cl_version extension_version(cl_device_id device, const char *name)
{
    if (ocl_device_version(device) < 30) return ocl_has_extension(device, name) ? 1 : 0;
    cl_version version;
    ocl_lists_name(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, name, &version);
    return version;
}

cl_version require_extension(cl_device_id device, const char *name)
{
    const cl_version version = extension_version(device, name);
    if (version == 0) ocl_exit(OCL_EXIT_SKIP, "this device has no %s", name);
    return version;
}

size_t group_size(cl_device_id device, size_t wanted)
{
    const size_t most =
        ocl_smaller((size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                    ocl_local_limit(device, 0));
    size_t group = 1;
    while (2 * group <= ocl_smaller(wanted, most))
        group *= 2;
    return group;
}
