// SPDX-License-Identifier: MIT
//
// device_attributes_agree - what must agree in the answers of platforms and devices: a version as
// text and as number, names with and without versions, a feature of OpenCL C and its attribute.

#include "ocl.h"

#include "shared/device_table.h"
#include "shared/features.h"
#include "shared/platform_table.h"

static json_int_t number_of(const info_list *list, const char *name)
{
    const json_t *value = json_object_get(list->all, name);
    const json_t *number = json_object_get(value, "number");
    return json_integer_value(number ? number : value);
}

// Whether the attribute, a version, is the version of the list.
static ocl_result check_version(const info_list *list, const char *name)
{
    const cl_version number = (cl_version)number_of(list, name);
    char what[128];
    snprintf(what, sizeof what, "%s as 10 * major + minor", name);
    return ocl_verify_equal(what, 10 * CL_VERSION_MAJOR(number) + CL_VERSION_MINOR(number),
                            list->version);
}

// Whether a list has this text, or an object of this name.
static bool has_text(const json_t *list, const char *wanted)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i), *name = json_object_get(one, "name");
        if (strcmp(json_string_value(name ? name : one), wanted) == 0) return true;
    }
    return false;
}

// Whether every name that the attribute lists is also in the one called NAME_WITH_VERSION.
static ocl_result check_names(const info_list *list, const char *name)
{
    char with_version[128], what[160];
    snprintf(with_version, sizeof with_version, "%s_WITH_VERSION", name);
    snprintf(what, sizeof what, "names missing from %s", with_version);
    const json_t *words = json_object_get(list->all, name);
    const json_t *versions = json_object_get(list->all, with_version);
    long long missing = 0;
    for (size_t i = 0; i < json_array_size(words); i++)
        missing += !has_text(versions, json_string_value(json_array_get(words, i)));
    return ocl_verify_equal(what, missing, 0);
}

static ocl_result check_required(const info_list *list)
{
    const json_t *words = json_object_get(list->all, "CL_DEVICE_EXTENSIONS");
    long long missing = 0;
    for (const char *const *name = REQUIRED_IN_3_1; *name; name++) {
        const bool found = has_text(words, *name);
        if (!found) ocl_warn("%s %u does not list %s", list->kind, list->number, *name);
        missing += !found;
    }
    return ocl_verify_equal("required extensions missing from CL_DEVICE_EXTENSIONS", missing, 0);
}

// Where the type of a value is known, one call is enough; the types differ.
static ocl_result check_facts(cl_device_id device, const info_list *list)
{
    cl_uint dimensions;
    size_t sizes_bytes;
    cl_ulong largest_buffer, memory;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof dimensions,
                              &dimensions, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, NULL, &sizes_bytes));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest_buffer,
                              &largest_buffer, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL));
    ocl_result result =
        ocl_verify_equal("CL_DEVICE_MAX_WORK_ITEM_SIZES, elements",
                         (long long)(sizes_bytes / sizeof(size_t)), (long long)dimensions);
    result = ocl_result_both(
        result, ocl_verify_equal("CL_DEVICE_MAX_MEM_ALLOC_SIZE is within the global memory",
                                 largest_buffer <= memory, 1));
    if (list->version < 30) return result;

    result = ocl_result_both(result, check_version(list, "CL_DEVICE_NUMERIC_VERSION"));
    result = ocl_result_both(result, check_names(list, "CL_DEVICE_EXTENSIONS"));
    if (!ocl_known_fault(device, "versions of built-in kernels"))
        result = ocl_result_both(result, check_names(list, "CL_DEVICE_BUILT_IN_KERNELS"));
    return list->version < 31 ? result : ocl_result_both(result, check_required(list));
}

// What the attribute says about the feature; false when it is not answered.
static bool attribute_says(const info_list *list, const feature_row *row)
{
    const json_t *value = json_object_get(list->all, row->attribute);
    const json_t *names = json_object_get(value, "names");
    if (row->element) return has_text(names ? names : value, row->element);
    return json_is_true(value) || number_of(list, row->attribute) != 0;
}

static ocl_result check_features(cl_device_id device, const info_list *list)
{
    ocl_result result = { .pass = true };
    for (const feature_row *row = FEATURES; row->name && list->version >= 30; row++) {
        if (!row->attribute) continue;
        const bool listed = ocl_has_feature(device, row->name), has = attribute_says(list, row);
        if (has && !listed && ocl_known_fault(device, "unlisted %s", row->name)) continue;
        char what[160];
        snprintf(what, sizeof what, "%s is listed, and %s", row->name,
                 row->element ? row->element : row->attribute);
        result = ocl_result_both(result, ocl_verify_equal(what, listed, has));
    }
    return result;
}

// The answers to all rows of a table, none of them printed.
static info_list answers_of(ocl_report *report, const info_row *table, cl_platform_id platform,
                            cl_device_id device)
{
    char *text = device ? ocl_device_text(device, CL_DEVICE_NAME)
                        : ocl_platform_text(platform, CL_PLATFORM_VERSION);
    int major = 0, minor = 0;
    if (!device) sscanf(text, "OpenCL %d.%d", &major, &minor);
    info_list list = { .report = report,
                       .kind = device ? "device" : "platform",
                       .name = text,
                       .version = device ? ocl_device_version(device) : 10 * major + minor,
                       .part = "no attribute has this name" };
    info_begin(&list);
    for (const info_row *row = table; row->name; row++) {
        info_answer answer = { .bytes = 0 };
        answer.data = ocl_alloc(1 << 16);
        memset(answer.data, 0, 1 << 16);
        answer.status = device ? clGetDeviceInfo(device, row->attribute, (1 << 16) - 1, answer.data,
                                                 &answer.bytes)
                               : clGetPlatformInfo(platform, row->attribute, (1 << 16) - 1,
                                                   answer.data, &answer.bytes);
        info_add(&list, row, answer);
    }
    list.name = "";    // printed already
    free(text);
    return list;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_attributes_agree",
                              .summary = "Attributes that must agree.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);

    info_list platform = answers_of(report, PLATFORM_INFO, env.platform, NULL);
    ocl_result result = { .pass = true };
    if (platform.version >= 30) {
        result = ocl_result_both(result, check_version(&platform, "CL_PLATFORM_NUMERIC_VERSION"));
        result = ocl_result_both(result, check_names(&platform, "CL_PLATFORM_EXTENSIONS"));
    }
    info_end(&platform);
    ocl_report_result(report, "platform: attributes that must agree", result);

    info_list device = answers_of(report, DEVICE_INFO, NULL, env.device);
    const ocl_result facts = check_facts(env.device, &device);
    const ocl_result features = check_features(env.device, &device);
    info_end(&device);
    ocl_report_result(report, "device: attributes that must agree", facts);
    ocl_report_result(report, "device: features of OpenCL C", features);

    ocl_close(&env);
    return ocl_report_close(report);
}
