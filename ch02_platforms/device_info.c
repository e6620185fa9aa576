// SPDX-License-Identifier: MIT
//
// device_info - everything the devices tell about themselves, asked from one table.
//
// Shows   every attribute of OpenCL 1.0 to 3.0 and of the extensions one meets, bit-fields spelled
//         out; what the device's version has must be answered, with the bytes of its type
// Uses    clGetDeviceInfo: once for the size, once for the value
// Try     device_info -a MEM, device_info -d 0 --json, and a new row in shared/info_table.c

#include "shared/info_table.h"

// Once for the size, once for the value.
static info_answer device_info_ask(cl_device_id device, cl_device_info attribute)
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

static size_t device_info_count(const char *part)
{
    size_t count = 0;
    for (const info_row *row = DEVICE_INFO; row->name; row++)
        count += !part || strstr(row->name, part);
    return count;
}

// What must hold between several attributes, whatever the device.
static ocl_result check_facts(const info_list *list)
{
    const json_t *sizes = json_object_get(list->all, "CL_DEVICE_MAX_WORK_ITEM_SIZES");
    ocl_result check = ocl_verify_equal("CL_DEVICE_MAX_WORK_ITEM_SIZES, elements",
                                        (long long)json_array_size(sizes),
                                        info_number(list, "CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS"));
    bool fits = info_number(list, "CL_DEVICE_MAX_MEM_ALLOC_SIZE") <=
                info_number(list, "CL_DEVICE_GLOBAL_MEM_SIZE");
    check = ocl_result_both(
        check,
        ocl_verify_equal("CL_DEVICE_MAX_MEM_ALLOC_SIZE is within the global memory", fits, 1));
    if (list->version < 30) return check;

    check = ocl_result_both(check, info_check_version(list, "CL_DEVICE_NUMERIC_VERSION"));
    check = ocl_result_both(check, info_check_names(list, "CL_DEVICE_EXTENSIONS"));
    return ocl_result_both(check, info_check_names(list, "CL_DEVICE_BUILT_IN_KERNELS"));
}

// Asks one device for every attribute of the table; shows those with `part` in their name.
static void device_info_run(ocl_report *report, cl_device_id device, cl_uint number,
                            const char *part, bool answered)
{
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    char *platform = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    const int version = ocl_device_version(device);
    ocl_report_print(report, "\nDevice %u: %s (%s)\n", (unsigned)number, name, platform);

    info_list list = info_list_new(report, version);
    list.part = part;
    list.answered = answered;
    for (const info_row *row = DEVICE_INFO; row->name; row++)
        info_add(&list, row, device_info_ask(device, row->attribute));
    json_array_append_new(json_object_get(ocl_report_details(report), "devices"),
                          json_pack("{s:I, s:o, s:o, s:O}", "number", (json_int_t)number,
                                    "platform", ocl_json_text(platform), "name",
                                    ocl_json_text(name), "attributes", list.shown));

    char what[64];
    snprintf(what, sizeof what, "device %u: answers of OpenCL %d.%d", (unsigned)number,
             version / 10, version % 10);
    ocl_report_result(report, what, list.check);
    snprintf(what, sizeof what, "device %u: attributes that must agree", (unsigned)number);
    ocl_report_result(report, what, check_facts(&list));
    info_list_free(&list);
    free(platform);
    free(name);
}

int main(int argc, char **argv)
{
    const char *part = NULL;
    bool answered = false;
    const ocl_option own[] = {
        { 'a', "attribute", OCL_TEXT, &part, "PART", "show only attributes with this in their name",
          NULL },
        { 'A', "answered", OCL_FLAG, &answered, NULL, "show only what is answered", NULL },
        { 0 },
    };
    const ocl_about about = { .name = "device_info",
                              .summary = "All attributes of all devices, or of the one "
                                         "that --device names.",
                              .accepts = "d",
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    if (device_info_count(part) == 0)
        ocl_exit(OCL_EXIT_USAGE, "--attribute: no attribute has '%s' in its name", part);
    if (opt.limits) ocl_open(&opt);    // measures, prints and exits

    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    cl_device_id chosen = ocl_choose_device(devices, count, opt.device);

    const bool one = opt.device || count == 1;
    ocl_report *report = ocl_report_open(&opt, one ? chosen : NULL);
    ocl_report_count(report, "devices", one ? 1 : count);
    ocl_report_count(report, "attributes", device_info_count(part));
    json_object_set_new(ocl_report_details(report), "devices", json_array());
    for (cl_uint i = 0; i < count; i++)
        if (!one || devices[i] == chosen) device_info_run(report, devices[i], i, part, answered);
    free(devices);
    return ocl_report_close(report);
}
