// SPDX-License-Identifier: MIT
//
// platform_info - every OpenCL platform of this machine: what it says of itself, its devices.
//
// Shows   that each driver is a platform of its own, found through the ICD loader
// Uses    clGetPlatformIDs, clGetPlatformInfo, clGetDeviceIDs with every device type
// Try     platform_info --json, and OCL_ICD_VENDORS=/nowhere platform_info

#include "shared/info_table.h"

enum { MAX_DEVICES = 256 };

// Once for the size, once for the value.
static info_answer platform_info_ask(cl_platform_id platform, cl_platform_info attribute)
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

// The platform's devices of a type, at most MAX_DEVICES.
static cl_uint find_devices(cl_platform_id platform, cl_device_type type, cl_device_id *devices)
{
    cl_uint count = 0;
    cl_int status = clGetDeviceIDs(platform, type, MAX_DEVICES, devices, &count);
    if (status == CL_DEVICE_NOT_FOUND) return 0;
    if (status == CL_INVALID_DEVICE_TYPE) return 0;    // NVIDIA's of custom devices, a type of 1.2
    OCL_CHECK(status);
    return count < MAX_DEVICES ? count : MAX_DEVICES;
}

// A device is found under each type that it says it has, and under no other.  Which one is the
// default is the platform's choice, and CL_DEVICE_TYPE_ALL leaves custom devices out.
static ocl_result check_types(const cl_device_id *devices, cl_uint count, const info_name *type,
                              cl_uint found)
{
    cl_uint expected = 0;
    for (cl_uint i = 0; i < count; i++)
        expected += (ocl_device_number(devices[i], CL_DEVICE_TYPE) & type->value) != 0;
    bool free_choice = type->value & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CUSTOM);
    return ocl_verify_equal(type->name, found, free_choice ? found : expected);
}

static ocl_result list_devices(ocl_report *report, cl_platform_id platform, int version,
                               json_t *entry)
{
    cl_device_id all[MAX_DEVICES], devices[MAX_DEVICES];
    cl_uint all_count = find_devices(platform, CL_DEVICE_TYPE_ALL, all);
    ocl_result check = { .pass = true };
    json_t *types = json_object();
    ocl_report_print(report, "\ndevices\n");
    for (const info_name *type = DEVICE_TYPES; type->name; type++) {
        cl_uint count = find_devices(platform, type->value, devices);
        json_t *names = json_array();
        ocl_report_print(report, "  %-30s %u", type->name, (unsigned)count);
        for (cl_uint i = 0; i < count; i++) {
            char *name = ocl_device_text(devices[i], CL_DEVICE_NAME);
            ocl_report_print(report, "%s %s", i ? "," : " ", name);
            json_array_append_new(names, ocl_json_text(name));
            free(name);
        }
        ocl_report_print(report, "\n");
        json_object_set_new(types, type->name, names);
        check = ocl_result_both(check, check_types(all, all_count, type, count));
    }
    for (cl_uint i = 0; i < all_count; i++) {
        check =
            ocl_result_both(check, ocl_verify_equal("the device's platform is this one",
                                                    ocl_device_platform(all[i]) == platform, 1));
        check =
            ocl_result_both(check, ocl_verify_equal("the device's version is within the platform's",
                                                    ocl_device_version(all[i]) <= version, 1));
    }
    json_object_set_new(entry, "devices", types);
    return check;
}

static void platform_info_run(ocl_report *report, cl_platform_id platform, cl_uint number)
{
    char *name = ocl_platform_text(platform, CL_PLATFORM_NAME);
    char *text = ocl_platform_text(platform, CL_PLATFORM_VERSION);
    int major = 0, minor = 0;
    sscanf(text, "OpenCL %d.%d", &major, &minor);
    const int version = 10 * major + minor;
    ocl_report_print(report, "\nPlatform %u: %s\n", (unsigned)number, name);

    info_list list = info_list_new(report, version);
    for (const info_row *row = PLATFORM_INFO; row->name; row++)
        info_add(&list, row, platform_info_ask(platform, row->attribute));
    ocl_result answers = list.check;
    if (version >= 30) {
        answers =
            ocl_result_both(answers, info_check_version(&list, "CL_PLATFORM_NUMERIC_VERSION"));
        answers = ocl_result_both(answers, info_check_names(&list, "CL_PLATFORM_EXTENSIONS"));
    }
    json_t *entry = json_pack("{s:I, s:o, s:O}", "number", (json_int_t)number, "name",
                              ocl_json_text(name), "attributes", list.all);
    json_array_append_new(json_object_get(ocl_report_details(report), "platforms"), entry);
    ocl_result devices = list_devices(report, platform, version, entry);

    char what[64];
    snprintf(what, sizeof what, "platform %u: answers of OpenCL %d.%d", (unsigned)number, major,
             minor);
    ocl_report_result(report, what, answers);
    snprintf(what, sizeof what, "platform %u: devices", (unsigned)number);
    ocl_report_result(report, what, devices);
    info_list_free(&list);
    free(text);
    free(name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "platform_info",
                              .summary = "All OpenCL platforms and their devices by type.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });

    // The number first, then as many of them.  The loader has an error of its own for none at all.
    cl_uint count = 0;
    cl_int status = clGetPlatformIDs(0, NULL, &count);
    if (status == CL_PLATFORM_NOT_FOUND_KHR) ocl_exit_no_device();
    OCL_CHECK(status);
    if (count == 0) ocl_exit_no_device();
    cl_platform_id *platforms = ocl_alloc(count * sizeof *platforms);
    OCL_CHECK(clGetPlatformIDs(count, platforms, NULL));

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_count(report, "platforms", count);
    json_object_set_new(ocl_report_details(report), "platforms", json_array());
    for (cl_uint i = 0; i < count; i++)
        platform_info_run(report, platforms[i], i);
    free(platforms);
    int exit_status = ocl_report_close(report);

    cl_device_id *devices;
    if (ocl_all_devices(&devices) == 0) ocl_exit_no_device();
    free(devices);
    return exit_status;
}
