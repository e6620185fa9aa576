// SPDX-License-Identifier: MIT

#include "named_versions.h"

#include "attributes.h"
#include "errors.h"
#include "system/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cl_name_version *ocl_named_versions(cl_device_id device, cl_device_info query, size_t *count)
{
    size_t bytes = 0;
    *count = 0;
    if (ocl_device_version(device) < 30) return NULL;
    OCL_CHECK(clGetDeviceInfo(device, query, 0, NULL, &bytes));
    if (bytes == 0) return NULL;
    cl_name_version *list = ocl_alloc(bytes);
    OCL_CHECK(clGetDeviceInfo(device, query, bytes, list, NULL));
    *count = bytes / sizeof *list;
    return list;
}

bool ocl_lists_name(cl_device_id device, cl_device_info query, const char *name,
                    cl_version *version)
{
    size_t count, at = 0;
    cl_name_version *list = ocl_named_versions(device, query, &count);
    while (at < count && strcmp(list[at].name, name) != 0)
        at++;
    if (version) *version = at < count ? list[at].version : 0;
    free(list);
    return at < count;
}

bool ocl_has_feature(cl_device_id device, const char *name)
{
    return ocl_lists_name(device, CL_DEVICE_OPENCL_C_FEATURES, name, NULL);
}

// A device before OpenCL 3.0 names its newest version, and takes the older ones, too.
static bool has_older_language(cl_device_id device, int version)
{
    char *text = ocl_device_text(device, CL_DEVICE_OPENCL_C_VERSION);
    int major = 0, minor = 0;
    const int fields = sscanf(text, "OpenCL C %d.%d", &major, &minor);
    free(text);
    return fields == 2 && version <= 10 * major + minor;
}

bool ocl_has_language(cl_device_id device, int version)
{
    if (ocl_device_version(device) < 30) return has_older_language(device, version);
    size_t count;
    cl_name_version *list = ocl_named_versions(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, &count);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || version == (int)(10 * CL_VERSION_MAJOR(list[i].version) +
                                          CL_VERSION_MINOR(list[i].version));
    free(list);
    return found;
}

const char *ocl_newest_c(cl_device_id device)
{
    if (ocl_has_language(device, 30)) return "-cl-std=CL3.0";
    return ocl_has_language(device, 20) ? "-cl-std=CL2.0" : "-cl-std=CL1.2";
}
