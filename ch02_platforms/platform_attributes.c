// SPDX-License-Identifier: MIT
//
// platform_attributes - everything that platforms report about themselves, queried from one table.
//
// Shows   every attribute of platforms, queried from one table; an attribute of the platform's
//         version must be answered; devices found under a type must say that they have it
// Uses    clGetPlatformIDs, clGetPlatformInfo, clGetDeviceIDs with every type, clGetDeviceInfo
// Try     platform_attributes, platform_attributes --json; add a row to shared/platform_table.c

#include "ocl.h"

#include "shared/platform_table.h"

// Asks twice: first for the size of the value, then for the value.
static info_answer ask(cl_platform_id platform, cl_platform_info attribute)
{
    info_answer answer = { .bytes = 0 };
    answer.status = clGetPlatformInfo(platform, attribute, 0, NULL, &answer.bytes);
    if (answer.status != CL_SUCCESS) return answer;
    answer.data = ocl_alloc(answer.bytes + 1);
    answer.data[answer.bytes] = 0;
    if (answer.bytes > 0)
        answer.status = clGetPlatformInfo(platform, attribute, answer.bytes, answer.data, NULL);
    return answer;
}

// The version of OpenCL as 10 * major + minor.
static int find_version(cl_platform_id platform)
{
    char *text = ocl_platform_text(platform, CL_PLATFORM_VERSION);
    int major = 0, minor = 0;
    sscanf(text, "OpenCL %d.%d", &major, &minor);
    free(text);
    return 10 * major + minor;
}

// Asks for every attribute of the table.
static void list_attributes(ocl_report *report, cl_platform_id platform, unsigned number)
{
    char *name = ocl_platform_text(platform, CL_PLATFORM_NAME);
    info_list list = { .report = report,
                       .kind = "platform",
                       .number = number,
                       .name = name,
                       .version = find_version(platform) };
    info_begin(&list);
    for (const info_row *row = PLATFORM_INFO; row->name; row++)
        info_add(&list, row, ask(platform, row->attribute));
    info_end(&list);
    free(name);
}

// The platform's devices of a type, malloc'ed.  Again two calls: first for their number.
static cl_device_id *find_devices(cl_platform_id platform, cl_device_type type, cl_uint *count)
{
    *count = 0;
    cl_int status = clGetDeviceIDs(platform, type, 0, NULL, count);
    // A driver may not know every type: OpenCL 1.2 introduced custom devices.
    const bool none = status == CL_DEVICE_NOT_FOUND || status == CL_INVALID_DEVICE_TYPE;
    if (none)
        *count = 0;
    else
        OCL_CHECK(status);
    if (*count == 0) return NULL;
    cl_device_id *devices = ocl_alloc(*count * sizeof *devices);
    OCL_CHECK(clGetDeviceIDs(platform, type, *count, devices, NULL));
    return devices;
}

// Lists the devices under each type.  The number of devices found under a type must be the number
// of devices that say they have it.  Two types are exceptions: the platform chooses its default
// device, and CL_DEVICE_TYPE_ALL leaves custom devices out.
static ocl_result list_types(ocl_report *report, cl_platform_id platform, unsigned number)
{
    cl_uint all_count;
    cl_device_id *all = find_devices(platform, CL_DEVICE_TYPE_ALL, &all_count);
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "devices by type", "platform, type, device");
    for (const info_name *type = DEVICE_TYPES; type->name; type++) {
        cl_uint found, ref = 0;
        cl_device_id *devices = find_devices(platform, type->value, &found);
        for (cl_uint i = 0; i == 0 || i < found; i++) {    // a line without a name if there is none
            char *name = found > 0 ? ocl_device_text(devices[i], CL_DEVICE_NAME) : NULL;
            ocl_table_row(&table, "%u  %-26s  %-6s", number, type->name, name);
            free(name);
        }
        for (cl_uint i = 0; i < all_count; i++) {
            cl_device_type types;
            OCL_CHECK(clGetDeviceInfo(all[i], CL_DEVICE_TYPE, sizeof types, &types, NULL));
            ref += (types & type->value) != 0;
        }
        if (type->value & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CUSTOM)) ref = found;
        result = ocl_result_both(result, ocl_verify_equal(type->name, found, ref));
        free(devices);
    }
    free(all);
    return result;
}

// Every device belongs to the platform, and none is newer than it.  *count gets the number of
// devices.
static ocl_result check_devices(cl_platform_id platform, cl_uint *count)
{
    const int version = find_version(platform);
    cl_device_id *devices = find_devices(platform, CL_DEVICE_TYPE_ALL, count);
    ocl_result result = { .pass = true };
    for (cl_uint i = 0; i < *count; i++) {
        cl_platform_id own;
        OCL_CHECK(clGetDeviceInfo(devices[i], CL_DEVICE_PLATFORM, sizeof own, &own, NULL));
        result = ocl_result_both(
            result, ocl_verify_equal("the device's platform is this one", own == platform, 1));
        const bool within = ocl_device_version(devices[i]) <= version;
        result = ocl_result_both(
            result, ocl_verify_equal("the device's version is within the platform's", within, 1));
    }
    free(devices);
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "platform_attributes",
                              .summary =
                                  "All attributes of all platforms, and their devices by type.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });

    // First the number of platforms, then the list.  Without any the loader returns its own error.
    cl_uint count = 0, devices = 0;
    cl_int status = clGetPlatformIDs(0, NULL, &count);
    if (status == CL_PLATFORM_NOT_FOUND_KHR) ocl_exit_no_device();
    OCL_CHECK(status);
    if (count == 0) ocl_exit_no_device();
    cl_platform_id *platforms = ocl_alloc(count * sizeof *platforms);
    OCL_CHECK(clGetPlatformIDs(count, platforms, NULL));

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_count(report, "platforms", count);
    for (cl_uint i = 0; i < count; i++) {
        cl_uint found;
        list_attributes(report, platforms[i], i);
        ocl_result result = list_types(report, platforms[i], i);
        result = ocl_result_both(result, check_devices(platforms[i], &found));
        char what[64];
        snprintf(what, sizeof what, "platform %u: devices", (unsigned)i);
        ocl_report_result(report, what, result);
        devices += found;
    }
    free(platforms);
    if (devices == 0) ocl_exit_no_device();
    return ocl_report_close(report);
}
