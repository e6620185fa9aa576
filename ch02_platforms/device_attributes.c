// SPDX-License-Identifier: MIT
//
// device_attributes - everything that devices report about themselves, queried from one table.
//
// Shows   every attribute of OpenCL 1.0 to 3.1 and of common extensions, bits by their names; an
//         attribute of the device's version must be answered, with as many bytes as its type has;
//         every feature macro of OpenCL C, and the attribute that must agree with it
// Uses    clGetPlatformIDs, clGetDeviceIDs, clGetDeviceInfo: first for the size, then for the value
// Try     device_attributes -a MEM, device_attributes -a opencl_c
//         add a row to shared/device_table.c

#include "ocl.h"

#include "shared/device_table.h"
#include "shared/features.h"

enum { MAX_PLATFORMS = 64, MAX_DEVICES = 256 };

// Which attributes are shown.
typedef struct {
    const char *part;    // those with this in their name, unless NULL
    bool answered;       // only those that are answered
} selection;

// Asks twice: first for the size of the value, then for the value.
static info_answer ask(cl_device_id device, cl_device_info attribute)
{
    info_answer answer = { .bytes = 0 };
    answer.status = clGetDeviceInfo(device, attribute, 0, NULL, &answer.bytes);
    if (answer.status != CL_SUCCESS) return answer;
    answer.data = ocl_alloc(answer.bytes + 1);
    answer.data[answer.bytes] = 0;
    if (answer.bytes > 0)
        answer.status = clGetDeviceInfo(device, attribute, answer.bytes, answer.data, NULL);
    return answer;
}

// The devices of all platforms, at most MAX_DEVICES; gives their number.  A platform whose devices
// cannot be listed is left out.
static cl_uint find_devices(cl_device_id *devices)
{
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint platform_count = 0, count = 0;
    cl_int status = clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count);
    if (status != CL_PLATFORM_NOT_FOUND_KHR) OCL_CHECK(status);    // no driver: count stays 0
    for (cl_uint p = 0; p < platform_count && p < MAX_PLATFORMS && count < MAX_DEVICES; p++) {
        cl_uint room = MAX_DEVICES - count, found = 0;
        status = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, devices + count, &found);
        if (status == CL_SUCCESS)
            count += found < room ? found : room;
        else if (status != CL_DEVICE_NOT_FOUND)
            ocl_warn("platform %u is left out: clGetDeviceIDs: %s", (unsigned)p,
                     ocl_error_name(status));
    }
    return count;
}

static size_t count_attributes(const char *part)
{
    size_t count = 0;
    for (const info_row *row = DEVICE_INFO; row->name; row++)
        count += !part || strstr(row->name, part);
    return count;
}

static size_t count_features(const char *part)
{
    size_t count = 0;
    for (const feature_row *row = FEATURES; row->name; row++)
        count += !part || strstr(row->name, part);
    return count;
}

// Asks one device for every attribute of the table.
static void list_attributes(ocl_report *report, cl_device_id device, unsigned number,
                            const selection *shown)
{
    cl_platform_id platform;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    char *platform_name = ocl_platform_text(platform, CL_PLATFORM_NAME);
    info_list list = { .report = report,
                       .kind = "device",
                       .number = number,
                       .name = name,
                       .platform = platform_name,
                       .version = ocl_device_version(device),
                       .part = shown->part,
                       .answered = shown->answered };
    info_begin(&list);
    for (const info_row *row = DEVICE_INFO; row->name; row++)
        info_add(&list, row, ask(device, row->attribute));
    features_add(&list);
    info_end(&list);
    free(platform_name);
    free(name);
}

int main(int argc, char **argv)
{
    selection shown = { .part = NULL };
    const ocl_option own[] = {
        { .usage = "-a, --attribute PART: show only what has this in its name",
          .text = &shown.part },
        { .usage = "-A, --answered: show only what is answered, and features that are listed",
          .flag = &shown.answered },
        { 0 },
    };
    const ocl_about about = {
        .name = "device_attributes",
        .summary = "All attributes of all devices, or of the one that --device names.",
        .accepts = "d",
        .own = own
    };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    const size_t attributes = count_attributes(shown.part);
    const size_t features = count_features(shown.part);
    if (attributes + features == 0)
        ocl_exit(OCL_EXIT_USAGE, "--attribute: nothing has '%s' in its name; try MEM or opencl_c",
                 shown.part);
    if (opt.limits) ocl_open(&opt);    // measures, prints and exits

    cl_device_id devices[MAX_DEVICES];
    const cl_uint count = find_devices(devices);
    cl_device_id chosen = ocl_choose_device(devices, count, opt.device);

    const bool one = opt.device || count == 1;
    ocl_report *report = ocl_report_open(&opt, one ? chosen : NULL);
    ocl_report_count(report, "devices", one ? 1 : count);
    ocl_report_count(report, "attributes", attributes);
    ocl_report_count(report, "features", features);
    for (cl_uint i = 0; i < count; i++)
        if (!one || devices[i] == chosen) list_attributes(report, devices[i], i, &shown);
    return ocl_report_close(report);
}
