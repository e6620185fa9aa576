// SPDX-License-Identifier: MIT
//
// device_info - everything the devices tell about themselves, asked from one table.
//
// Shows   every attribute of OpenCL 1.0 to 3.0 and of the extensions one meets, bit-fields spelled out;
//         an attribute that the device's version has must be answered, with the bytes of its type
// Uses    clGetDeviceInfo: once for the size, once for the value
// Try     device_info -a MEM, device_info -d 0 --json, and a new row in info_table.c

#include "info_table.h"

// What of the table is shown.
typedef struct {
    const char *part;    // only attributes with this in their name, unless NULL
    bool answered;       // only what is answered
} device_info_filter;

static size_t device_info_count(const char *part)
{
    size_t count = 0;
    for (const info_row *row = DEVICE_INFO; row->name; row++)
        count += !part || strstr(row->name, part);
    return count;
}

// What must hold between several attributes, whatever the device.
static ocl_check check_facts(const json_t *attributes, int version)
{
    const json_t *sizes = json_object_get(attributes, "CL_DEVICE_MAX_WORK_ITEM_SIZES");
    ocl_check check = ocl_verify_equal(
        "CL_DEVICE_MAX_WORK_ITEM_SIZES, elements", (long long)json_array_size(sizes),
        info_number(attributes, "CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS"));
    bool fits = info_number(attributes, "CL_DEVICE_MAX_MEM_ALLOC_SIZE") <=
                info_number(attributes, "CL_DEVICE_GLOBAL_MEM_SIZE");
    check = ocl_check_both(
        check,
        ocl_verify_equal("CL_DEVICE_MAX_MEM_ALLOC_SIZE is within the global memory", fits, 1));
    if (version < 30) return check;

    check =
        ocl_check_both(check, info_check_version(attributes, "CL_DEVICE_NUMERIC_VERSION", version));
    check = ocl_check_both(check, info_check_names(attributes, "CL_DEVICE_EXTENSIONS"));
    return ocl_check_both(check, info_check_names(attributes, "CL_DEVICE_BUILT_IN_KERNELS"));
}

// Asks one device for every attribute and judges all; prints and keeps for --json what is shown.
static void device_info_run(ocl_report *report, cl_device_id device, cl_uint number,
                            const device_info_filter *filter)
{
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    char *platform = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    const int version = ocl_device_version(device);
    ocl_report_print(report, "\nDevice %u: %s (%s)\n", (unsigned)number, name, platform);

    json_t *shown = json_object(), *all = json_object();
    ocl_check answers = { .pass = true };
    const char *theme = "";
    for (const info_row *row = DEVICE_INFO; row->name; row++) {
        info_answer answer = info_ask(NULL, device, row);
        json_t *value = info_json(row, &answer);
        if (info_is_judged(row, &answer, version))
            answers = ocl_check_both(answers, info_check(row, &answer));
        json_object_set(all, row->name, value);
        bool named = !filter->part || strstr(row->name, filter->part);
        if (named && (answer.status == CL_SUCCESS || !filter->answered)) {
            if (strcmp(theme, row->theme) != 0) ocl_report_print(report, "\n%s\n", row->theme);
            theme = row->theme;
            info_print(report, row, &answer, value);
            json_object_set(shown, row->name, value);
        }
        json_decref(value);
        info_free(&answer);
    }
    json_t *entry =
        json_pack("{s:I, s:o, s:o, s:o}", "number", (json_int_t)number, "platform",
                  ocl_json_text(platform), "name", ocl_json_text(name), "attributes", shown);
    json_array_append_new(json_object_get(ocl_report_details(report), "devices"), entry);

    char what[64];
    snprintf(what, sizeof what, "device %u: answers of OpenCL %d.%d", (unsigned)number,
             version / 10, version % 10);
    ocl_report_check(report, what, answers);
    snprintf(what, sizeof what, "device %u: attributes that must agree", (unsigned)number);
    ocl_report_check(report, what, check_facts(all, version));
    json_decref(all);
    free(platform);
    free(name);
}

int main(int argc, char **argv)
{
    device_info_filter filter = { NULL, false };
    const ocl_option own[] = {
        { 'a', "attribute", OCL_TEXT, &filter.part, "PART",
          "show only attributes with this in their name", NULL },
        { 'A', "answered", OCL_FLAG, &filter.answered, NULL, "show only what is answered", NULL },
        { 0 },
    };
    const ocl_program program_facts = { .name = "device_info",
                                        .summary = "All attributes of all devices, or of the one "
                                                   "that --device names.",
                                        .accepts = "d",
                                        .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &program_facts, (ocl_options){ .json = false });
    if (device_info_count(filter.part) == 0)
        ocl_exit(OCL_EXIT_USAGE, "--attribute: no attribute has '%s' in its name", filter.part);
    if (opt.limits) ocl_open(&opt);    // measures, prints and exits

    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    cl_device_id chosen = ocl_choose_device(devices, count, &opt);

    const bool one = opt.device || count == 1;
    ocl_report *report = ocl_report_open(&opt, one ? chosen : NULL);
    ocl_report_count(report, "devices", one ? 1 : count);
    ocl_report_count(report, "attributes", device_info_count(filter.part));
    json_object_set_new(ocl_report_details(report), "devices", json_array());
    for (cl_uint i = 0; i < count; i++)
        if (!one || devices[i] == chosen) device_info_run(report, devices[i], i, &filter);
    free(devices);
    return ocl_report_close(report);
}
