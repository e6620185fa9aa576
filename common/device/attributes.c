// SPDX-License-Identifier: MIT

#include "attributes.h"

#include "errors.h"
#include "growing.h"
#include "system/memory.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of cl_nv_device_attribute_query.
#ifndef CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
#define CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV 0x4000
#endif

// Some drivers put blanks around a text.
static char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    size_t lead = strspn(text, " \t\r\n");
    memmove(text, text + lead, length - lead + 1);
    return text;
}

char *ocl_device_text(cl_device_id device, cl_device_info attribute)
{
    size_t bytes = 0;
    OCL_CHECK(clGetDeviceInfo(device, attribute, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetDeviceInfo(device, attribute, bytes, text, NULL));
    text[bytes] = '\0';
    return trim(text);
}

char *ocl_platform_text(cl_platform_id platform, cl_platform_info attribute)
{
    size_t bytes = 0;
    OCL_CHECK(clGetPlatformInfo(platform, attribute, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetPlatformInfo(platform, attribute, bytes, text, NULL));
    text[bytes] = '\0';
    return trim(text);
}

cl_ulong ocl_device_number(cl_device_id device, cl_device_info attribute)
{
    union {
        cl_uchar u8;
        cl_uint u32;
        cl_ulong u64;
    } value = { 0 };
    size_t bytes = 0;
    OCL_CHECK(clGetDeviceInfo(device, attribute, sizeof value, &value, &bytes));
    return bytes == sizeof value.u64 ? value.u64 : bytes == sizeof value.u32 ? value.u32 : value.u8;
}

cl_platform_id ocl_device_platform(cl_device_id device)
{
    cl_platform_id platform;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    return platform;
}

const char *ocl_type_name(cl_device_id device)
{
    cl_ulong type = ocl_device_number(device, CL_DEVICE_TYPE);
    return type & CL_DEVICE_TYPE_GPU           ? "gpu"
           : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
           : type & CL_DEVICE_TYPE_CPU         ? "cpu"
                                               : "custom";
}

bool ocl_is_cpu(cl_device_id device)
{
    return ocl_device_number(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
}

bool ocl_has_extension(cl_device_id device, const char *extension)
{
    char *list = ocl_device_text(device, CL_DEVICE_EXTENSIONS);
    size_t wanted = strlen(extension), length;
    bool found = false;
    for (const char *word = list; *word && !found; word += length + strspn(word + length, " ")) {
        length = strcspn(word, " ");
        found = length == wanted && strncmp(word, extension, length) == 0;
    }
    free(list);
    return found;
}

int ocl_device_version(cl_device_id device)
{
    char *text = ocl_device_text(device, CL_DEVICE_VERSION);    // "OpenCL 1.2 and more"
    int major = 0, minor = 0;
    if (sscanf(text, "OpenCL %d.%d", &major, &minor) != 2) major = minor = 0;
    free(text);
    return 10 * major + minor;
}

int ocl_driver_major(cl_device_id device)
{
    char *text = ocl_device_text(device, CL_DRIVER_VERSION);
    int major = 0;
    if (sscanf(text, "%d", &major) != 1) major = 0;
    free(text);
    return major;
}

// The two sides of PoCL-Remote: CL_DRIVER_VERSION is that of the server's driver, which compiles
// and computes.  The platform's version is that of the library here, which has the functions.
static bool is_pocl_remote_7(cl_device_id device)
{
    char *version = ocl_device_text(device, CL_DEVICE_VERSION);
    char *library = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_VERSION);
    const bool is = strstr(version, "pocl-remote") && strstr(library, "PoCL 7.");
    free(library);
    free(version);
    return is;
}

unsigned ocl_platform_of(const char *name, int major)
{
    static const struct {
        const char *name;
        int from, before;    // the driver's major version
        unsigned platform;
    } known[] = {
        { "Oclgrind", 0, INT_MAX, OCL_OCLGRIND },
        { "NVIDIA CUDA", 0, INT_MAX, OCL_NVIDIA },
        { "Portable Computing Language", 0, 6, OCL_POCL },
        { "Portable Computing Language", 6, 7, OCL_POCL_6 },
        { "Portable Computing Language", 7, 8, OCL_POCL_7 },
        { "Intel(R) OpenCL", 0, INT_MAX, OCL_INTEL },
        { "rusticl", 25, 26, OCL_RUSTICL },
        { "rusticl", 26, 27, OCL_RUSTICL_26 },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0 && known[i].from <= major && major < known[i].before)
            return known[i].platform;
    return 0;
}

unsigned ocl_known_platform(cl_device_id device)
{
    char *name = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    unsigned platform = ocl_platform_of(name, ocl_driver_major(device));
    free(name);
    if (is_pocl_remote_7(device)) platform |= OCL_POCL_REMOTE | OCL_POCL_7;
    return platform;
}

// The version of the platform is "OpenCL 3.1 WINDOWS" there.
bool ocl_is_intel_for_windows(cl_device_id device)
{
    if (ocl_known_platform(device) != OCL_INTEL) return false;
    char *version = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_VERSION);
    const bool is = strstr(version, "WINDOWS");
    free(version);
    return is;
}

bool ocl_is_pocl_for_i386(cl_device_id device)
{
    if (ocl_known_platform(device) != OCL_POCL) return false;
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    const bool is = strncmp(name, "pthread-i686", strlen("pthread-i686")) == 0;
    free(name);
    return is;
}

bool ocl_takes_ptx(cl_device_id device, cl_ulong capability, int driver)
{
    return ocl_known_platform(device) & OCL_NVIDIA && ocl_driver_major(device) >= driver &&
           ocl_has_extension(device, "cl_nv_device_attribute_query") &&
           ocl_device_number(device, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) >= capability;
}

char *ocl_compiler_id(cl_device_id device)
{
    cl_platform_id platform = ocl_device_platform(device);
    char *const parts[] = {
        ocl_platform_text(platform, CL_PLATFORM_NAME),
        ocl_platform_text(platform, CL_PLATFORM_VERSION),
        ocl_device_text(device, CL_DEVICE_NAME),
        ocl_device_text(device, CL_DEVICE_VERSION),
        ocl_device_text(device, CL_DRIVER_VERSION),
    };
    ocl_growing id = { 0 };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (i > 0) ocl_append_text(&id, ", ");
        ocl_append_text(&id, parts[i]);
        free(parts[i]);
    }
    return id.text;
}
