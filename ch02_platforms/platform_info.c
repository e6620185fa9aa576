// SPDX-License-Identifier: MIT
//
// platform_info - the OpenCL drivers of this machine, and the devices of each.
//
// Shows   every installed driver is a platform of its own; a question of unknown length is asked
//         twice, first for the size of the answer, then for the answer
// Uses    clGetPlatformIDs, clGetPlatformInfo, clGetDeviceIDs, clGetDeviceInfo
// Try     platform_info, platform_info --json

#include "ocl.h"

// What a platform says about itself: first how many bytes the text has, then the text.
static char *platform_text(cl_platform_id platform, cl_platform_info attribute)
{
    size_t bytes;
    OCL_CHECK(clGetPlatformInfo(platform, attribute, 0, NULL, &bytes));
    char *text = ocl_alloc(bytes);
    OCL_CHECK(clGetPlatformInfo(platform, attribute, bytes, text, NULL));
    return text;
}

// A platform's devices: first how many there are, then the list.  A driver may have none: that of
// a GPU in a machine without it.
static cl_device_id *devices_of(cl_platform_id platform, cl_uint *count)
{
    *count = 0;
    cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, count);
    if (status == CL_DEVICE_NOT_FOUND) return NULL;
    OCL_CHECK(status);
    cl_device_id *devices = ocl_alloc(*count * sizeof *devices);
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, *count, devices, NULL));
    return devices;
}

// The type is a number with one bit per type.
static const char *type_of(cl_device_id device)
{
    cl_device_type type;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    if (type & CL_DEVICE_TYPE_CPU) return "CPU device";
    if (type & CL_DEVICE_TYPE_GPU) return "GPU device";
    return "other device";
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "platform_info",
                              .summary = "The OpenCL drivers of this machine, and their devices.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // The platforms: first how many there are, then the list.  Without any driver the library that
    // looks for them, the ICD loader, returns an error of its own.
    cl_uint platform_count = 0, device_count = 0;
    cl_int status = clGetPlatformIDs(0, NULL, &platform_count);
    if (status == CL_PLATFORM_NOT_FOUND_KHR) ocl_exit_no_device();
    OCL_CHECK(status);
    cl_platform_id *platforms = ocl_alloc(platform_count * sizeof *platforms);
    OCL_CHECK(clGetPlatformIDs(platform_count, platforms, NULL));

    // What each platform says about itself, and its devices.
    static const struct {
        const char *name;
        cl_platform_info attribute;
    } FACTS[] = { { "name", CL_PLATFORM_NAME },
                  { "vendor", CL_PLATFORM_VENDOR },
                  { "version", CL_PLATFORM_VERSION },
                  { "profile", CL_PLATFORM_PROFILE } };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_count(report, "platforms", platform_count);
    ocl_table table = ocl_table_open(report, "facts", "platform, fact, value");
    ocl_result result = { .pass = true };
    for (cl_uint p = 0; p < platform_count; p++) {
        for (size_t f = 0; f < sizeof FACTS / sizeof *FACTS; f++) {
            char *text = platform_text(platforms[p], FACTS[f].attribute);
            ocl_table_row(&table, "%8u  %-12s  %s", (unsigned)p, FACTS[f].name, text);
            free(text);
        }

        // What it can do beyond the standard: one text, with blanks between the names.
        char *extensions = platform_text(platforms[p], CL_PLATFORM_EXTENSIONS);
        for (char *word = strtok(extensions, " "); word; word = strtok(NULL, " "))
            ocl_table_row(&table, "%8u  %-12s  %s", (unsigned)p, "extension", word);
        free(extensions);

        // Its devices.  Verify: each says that it belongs to this platform.
        cl_uint count;
        cl_device_id *devices = devices_of(platforms[p], &count);
        for (cl_uint d = 0; d < count; d++) {
            char *name = ocl_device_text(devices[d], CL_DEVICE_NAME);
            ocl_table_row(&table, "%8u  %-12s  %s", (unsigned)p, type_of(devices[d]), name);
            free(name);
            cl_platform_id own;
            OCL_CHECK(clGetDeviceInfo(devices[d], CL_DEVICE_PLATFORM, sizeof own, &own, NULL));
            result = ocl_result_both(
                result, ocl_verify_equal("the device's platform", own == platforms[p], 1));
        }
        device_count += count;
        free(devices);
    }
    free(platforms);
    if (device_count == 0) ocl_exit_no_device();
    ocl_report_result(report, "devices of their platform", result);
    return ocl_report_close(report);
}
