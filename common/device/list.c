// SPDX-License-Identifier: MIT

#include "list.h"

#include "attributes.h"
#include "errors.h"
#include "system/library.h"
#include "system/memory.h"
#include "system/threads.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

// Appends a platform's devices to the list.  A driver that does not work must not keep the others
// from being used.
static void add_devices(cl_platform_id platform, cl_device_id **devices, cl_uint *count)
{
    cl_uint more = 0;
    cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &more);
    if (status != CL_SUCCESS && status != CL_DEVICE_NOT_FOUND) {
        char *name = ocl_platform_text(platform, CL_PLATFORM_NAME);
        ocl_warn("the devices of the platform %s are left out: clGetDeviceIDs: %s (%d)", name,
                 ocl_error_name(status), (int)status);
        free(name);
    }
    if (status != CL_SUCCESS || more == 0) return;
    cl_device_id *longer = ocl_alloc((*count + more) * sizeof *longer);
    if (*count) memcpy(longer, *devices, *count * sizeof *longer);
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, more, longer + *count, NULL));
    free(*devices);
    *devices = longer;
    *count += more;
}

cl_uint ocl_all_devices(cl_device_id **devices)
{
    ocl_provide_stacks();    // before a driver begins threads
    *devices = NULL;
    cl_uint platform_count = 0, count = 0;
    cl_int status = clGetPlatformIDs(0, NULL, &platform_count);
    if (status == CL_PLATFORM_NOT_FOUND_KHR) return 0;
    OCL_CHECK(status);
    if (platform_count == 0) return 0;
    cl_platform_id *platforms = ocl_alloc(platform_count * sizeof *platforms);
    OCL_CHECK(clGetPlatformIDs(platform_count, platforms, NULL));
    for (cl_uint i = 0; i < platform_count; i++)
        add_devices(platforms[i], devices, &count);
    free(platforms);
    return count;
}

cl_device_id *ocl_devices_beside(cl_platform_id platform, cl_device_id first, cl_device_type type,
                                 cl_uint *count)
{
    OCL_CHECK(clGetDeviceIDs(platform, type, 0, NULL, count));
    cl_device_id *devices = ocl_alloc(*count * sizeof *devices);
    OCL_CHECK(clGetDeviceIDs(platform, type, *count, devices, NULL));
    for (cl_uint k = 0; k < *count; k++)
        if (devices[k] == first) devices[k] = devices[0];
    devices[0] = first;
    return devices;
}

static bool is_pocl_installed(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return false;
    bool found = false;
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char *name = ocl_platform_text(platforms[i], CL_PLATFORM_NAME);
        found |= strcmp(name, "Portable Computing Language") == 0;
        free(name);
    }
    return found;
}

void ocl_warn_of_broken_drivers(void)
{
    ocl_broken_driver broken[8];
    const unsigned count = ocl_broken_drivers(broken, 8);
    for (unsigned i = 0; i < count && i < 8; i++)
        ocl_warn("the driver of %s cannot be loaded: %s", broken[i].where, broken[i].why);
}

// PoCL has no device when it cannot make the folder of its cache.
void ocl_exit_no_device(void)
{
    ocl_warn_of_broken_drivers();
    if (is_pocl_installed())
        ocl_exit(OCL_EXIT_NO_DEVICE,
                 "no OpenCL device found; PoCL is installed, but perhaps it cannot make its cache "
                 "in ~/.cache/pocl; set POCL_CACHE_DIR to a folder that can be written");
    ocl_exit(OCL_EXIT_NO_DEVICE,
             "no OpenCL device found; install a driver: the package pocl-opencl-icd runs OpenCL on "
             "any CPU (Debian, Ubuntu: sudo apt install pocl-opencl-icd), a GPU needs its vendor's "
             "(docs/install.md); if one is installed, see whether OCL_ICD_VENDORS hides it");
}

void ocl_print_devices(FILE *stream, const cl_device_id *devices, cl_uint count)
{
    cl_platform_id last = NULL;
    for (cl_uint i = 0; i < count; i++) {
        cl_platform_id platform = ocl_device_platform(devices[i]);
        if (platform != last) {
            char *platform_name = ocl_platform_text(platform, CL_PLATFORM_NAME);
            fprintf(stream, "%s\n", platform_name);
            free(platform_name);
            last = platform;
        }
        char *name = ocl_device_text(devices[i], CL_DEVICE_NAME);
        char *version = ocl_device_text(devices[i], CL_DEVICE_VERSION);
        fprintf(stream, "%4u  %-11s  %s, %s\n", (unsigned)i, ocl_type_name(devices[i]), name,
                version);
        free(version);
        free(name);
    }
}

// Adds a name and a version to the object; frees both texts.
static json_t *named_json(json_t *object, char *name, char *version)
{
    json_object_set_new(object, "name", ocl_json_text(name));
    json_object_set_new(object, "version", ocl_json_text(version));
    free(version);
    free(name);
    return object;
}

void ocl_print_devices_json(FILE *stream, const cl_device_id *devices, cl_uint count)
{
    json_t *platforms = json_array(), *list = NULL;
    for (cl_uint i = 0; i < count; i++) {
        const cl_platform_id platform = ocl_device_platform(devices[i]);
        if (i == 0 || platform != ocl_device_platform(devices[i - 1])) {
            list = json_array();
            json_array_append_new(platforms,
                                  named_json(json_pack("{s:o}", "devices", list),
                                             ocl_platform_text(platform, CL_PLATFORM_NAME),
                                             ocl_platform_text(platform, CL_PLATFORM_VERSION)));
        }
        json_t *device =
            json_pack("{s:I, s:s}", "number", (json_int_t)i, "type", ocl_type_name(devices[i]));
        json_array_append_new(list, named_json(device, ocl_device_text(devices[i], CL_DEVICE_NAME),
                                               ocl_device_text(devices[i], CL_DEVICE_VERSION)));
    }
    json_t *root = json_pack("{s:o}", "platforms", platforms);
    json_dumpf(root, stream, JSON_INDENT(2));
    fputc('\n', stream);
    json_decref(root);
}
