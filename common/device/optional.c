// SPDX-License-Identifier: MIT

#include "optional.h"

#include "attributes.h"
#include "errors.h"
#include "named_versions.h"

#include <stdlib.h>
#include <string.h>

void ocl_require_feature(cl_device_id device, const char *name)
{
    const int version = ocl_device_version(device);
    if (version < 20) ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL C 2.0, nor a newer one");
    if (version >= 30 && !ocl_has_feature(device, name))
        ocl_exit(OCL_EXIT_SKIP, "this device has no %s", name);
}

bool ocl_has_optional(cl_device_id device, cl_device_info query)
{
    cl_bool has = ocl_device_version(device) >= 20;
    if (ocl_device_version(device) >= 30)
        OCL_CHECK(clGetDeviceInfo(device, query, sizeof has, &has, NULL));
    return has;
}

bool ocl_has_device_queue(cl_device_id device)
{
    if (ocl_device_version(device) < 30) return ocl_device_version(device) >= 20;
    cl_device_device_enqueue_capabilities has = 0;
    OCL_CHECK(
        clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof has, &has, NULL));
    return (has & CL_DEVICE_QUEUE_SUPPORTED) != 0;
}

cl_device_svm_capabilities ocl_svm_capabilities(cl_device_id device)
{
    cl_device_svm_capabilities svm = 0;
    if (ocl_device_version(device) >= 20)
        OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL));
    return svm;
}

bool ocl_has_newer_c(cl_device_id device)
{
    return ocl_has_language(device, 20) || ocl_has_language(device, 30);
}

cl_version ocl_extension_version(cl_device_id device, const char *name)
{
    if (ocl_device_version(device) < 30) return ocl_has_extension(device, name) ? 1 : 0;
    cl_version version;
    ocl_lists_name(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, name, &version);
    return version;
}

cl_version ocl_require_extension(cl_device_id device, const char *name)
{
    const cl_version version = ocl_extension_version(device, name);
    if (version == 0) ocl_exit(OCL_EXIT_SKIP, "this device has no %s", name);
    return version;
}

bool ocl_lists_extension(cl_device_id device, const char *name)
{
    char *list = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_EXTENSIONS);
    const char *rest = list;
    bool listed = ocl_has_extension(device, name);
    while (*rest && !listed) {
        const size_t length = strcspn(rest, " ");
        listed = length == strlen(name) && strncmp(rest, name, length) == 0;
        rest += length + strspn(rest + length, " ");
    }
    free(list);
    return listed;
}

bool ocl_has_image_from_buffer(cl_device_id device)
{
    const int version = ocl_device_version(device);
    return ocl_has_extension(device, "cl_khr_image2d_from_buffer") ||
           (version >= 20 && version < 30);
}

void *ocl_extension_function(cl_platform_id platform, const char *name)
{
    void *function = clGetExtensionFunctionAddressForPlatform(platform, name);
    if (!function)
        ocl_exit(OCL_EXIT_CALL, "clGetExtensionFunctionAddressForPlatform gives no %s", name);
    return function;
}
