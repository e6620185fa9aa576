// SPDX-License-Identifier: MIT

#include "info.h"

#include <ctype.h>
#include <inttypes.h>

enum { NAME_WIDTH = 51, VALUE_COLUMN = 2 + NAME_WIDTH + 1 + 5 };

static const size_t ELEMENT_BYTES[] = { [INFO_TEXT] = 1,
                                        [INFO_WORDS] = 1,
                                        [INFO_BOOL] = sizeof(cl_bool),
                                        [INFO_UINT] = sizeof(cl_uint),
                                        [INFO_ULONG] = sizeof(cl_ulong),
                                        [INFO_SIZE] = sizeof(size_t),
                                        [INFO_ID] = sizeof(cl_uint),
                                        [INFO_BYTE] = 1,
                                        [INFO_STRING] = sizeof(const char *),
                                        [INFO_HANDLE] = sizeof(void *),
                                        [INFO_ENUM] = sizeof(cl_uint),
                                        [INFO_PROPERTY] = sizeof(intptr_t),
                                        [INFO_FLAGS] = sizeof(cl_bitfield),
                                        [INFO_VERSION] = sizeof(cl_version),
                                        [INFO_NAMED_VERSION] = sizeof(cl_name_version) };

// --- judge

// The version that brought the attribute as 10 * major + minor; 0 when an extension did.
static int since_version(const char *since)
{
    int major, minor;
    return sscanf(since, "%d.%d", &major, &minor) == 2 ? 10 * major + minor : 0;
}

// Whether the answer can be wrong at all.  It can if the version has the attribute, and if the
// attribute is answered and Khronos specifies it.  A vendor's own attribute may be anything.
static bool is_judged(const info_row *row, const info_answer *answer, int version)
{
    int since = since_version(row->since);
    bool khronos = since > 0 || strncmp(row->since, "cl_khr_", 7) == 0;
    return (since > 0 && since <= version) || (khronos && answer->status == CL_SUCCESS);
}

// PoCL 3.1 gives 4 bytes for this bit-field of 8 bytes.
static bool is_short(const info_row *row, const info_answer *answer)
{
    return row->attribute == CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES &&
           answer->bytes == sizeof(cl_uint);
}

// NVIDIA's driver 580 gives the text of CL_DEVICE_OPENCL_C_VERSION for this version.
static bool is_wordy(const info_row *row, const info_answer *answer)
{
    static const char start[] = "OpenCL C";
    return row->type == INFO_VERSION && answer->bytes >= sizeof start &&
           memcmp(answer->data, start, sizeof start - 1) == 0;
}

// Known mistakes of drivers are shown, but not counted as wrong.
static bool is_known_slip(const info_row *row, const info_answer *answer)
{
    return is_short(row, answer) || is_wordy(row, answer);
}

// A text ends with its first 0 byte; an empty text may have no byte at all.  An array of any length
// must have whole elements.
static size_t expected_bytes(const info_row *row, const info_answer *answer)
{
    size_t element = ELEMENT_BYTES[row->type];
    if (is_known_slip(row, answer)) return answer->bytes;
    if (row->type == INFO_TEXT || row->type == INFO_WORDS)
        return answer->bytes ? strlen((const char *)answer->data) + 1 : 0;
    return row->count > 0 ? row->count * element : answer->bytes / element * element;
}

static ocl_result check_answer(const info_row *row, const info_answer *answer)
{
    char what[128];
    if (answer->status == CL_SUCCESS)
        snprintf(what, sizeof what, "%s, bytes", row->name);
    else
        snprintf(what, sizeof what, "%s is not answered, %s", row->name,
                 ocl_error_name(answer->status));
    return ocl_verify_equal(what, answer->status == CL_SUCCESS ? (long long)answer->bytes : -1,
                            (long long)expected_bytes(row, answer));
}

// --- JSON

// jansson's integers are signed.
static json_t *number_json(cl_ulong value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

static json_t *hex_json(cl_ulong value)
{
    return json_sprintf("0x%" PRIx64, (uint64_t)value);
}

static json_t *name_json(const info_name *names, cl_ulong value)
{
    for (; names && names->name; names++)
        if (names->value == value) return json_string(names->name);
    return hex_json(value);
}

static json_t *flags_json(const info_name *names, cl_ulong bits)
{
    json_t *list = json_array();
    cl_ulong unknown = bits;
    for (; names && names->name; names++) {
        if ((bits & names->value) == 0) continue;
        json_array_append_new(list, json_string(names->name));
        unknown &= ~names->value;
    }
    if (unknown) json_array_append_new(list, hex_json(unknown));
    return json_pack("{s:o, s:o}", "number", number_json(bits), "names", list);
}

static json_t *version_json(cl_version version)
{
    return json_pack("{s:I, s:o}", "number", (json_int_t)version, "version",
                     json_sprintf("%u.%u.%u", (unsigned)CL_VERSION_MAJOR(version),
                                  (unsigned)CL_VERSION_MINOR(version),
                                  (unsigned)CL_VERSION_PATCH(version)));
}

static json_t *named_version_json(const unsigned char *at)
{
    cl_name_version entry;
    memcpy(&entry, at, sizeof entry);
    entry.name[sizeof entry.name - 1] = '\0';
    json_t *value = version_json(entry.version);
    json_object_set_new(value, "name", ocl_json_text(entry.name));
    return value;
}

// An integer of 4 or 8 bytes.
static cl_ulong number_at(const unsigned char *at, size_t bytes)
{
    cl_uint narrow;
    cl_ulong wide;
    memcpy(&narrow, at, sizeof narrow);
    if (bytes == sizeof narrow) return narrow;
    memcpy(&wide, at, sizeof wide);
    return wide;
}

static json_t *string_json(const unsigned char *at)
{
    const char *text;
    memcpy(&text, at, sizeof text);
    return text ? ocl_json_text(text) : json_null();
}

static json_t *element_json(const info_row *row, const unsigned char *at, size_t bytes)
{
    if (row->type == INFO_NAMED_VERSION) return named_version_json(at);
    if (row->type == INFO_STRING) return string_json(at);
    const cl_ulong value = number_at(at, bytes);
    switch (row->type) {
    case INFO_BOOL:
        return json_boolean(value);
    case INFO_HANDLE:
        return hex_json(value);
    case INFO_ENUM:
    case INFO_PROPERTY:
        return name_json(row->names, value);
    case INFO_FLAGS:
        return flags_json(row->names, value);
    case INFO_VERSION:
        return version_json((cl_version)value);
    default:
        return number_json(value);
    }
}

static json_t *bytes_json(const unsigned char *data, size_t bytes)
{
    char *text = ocl_alloc(2 * bytes + 1);
    text[0] = '\0';
    for (size_t i = 0; i < bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", data[i]);
    json_t *value = json_string(text);
    free(text);
    return value;
}

static json_t *words_json(const char *text)
{
    json_t *list = json_array();
    char *copy = ocl_alloc(strlen(text) + 1);
    strcpy(copy, text);
    for (const char *word = strtok(copy, " ;"); word; word = strtok(NULL, " ;"))
        json_array_append_new(list, ocl_json_text(word));
    free(copy);
    return list;
}

// The bytes without the 0 that ends a list of properties.
static size_t without_end(const info_answer *answer)
{
    size_t bytes = answer->bytes;
    while (bytes > 0 && number_at(answer->data + bytes - sizeof(intptr_t), sizeof(intptr_t)) == 0)
        bytes -= sizeof(intptr_t);
    return bytes;
}

// An object if the elements have names, else an array.
static json_t *elements_json(const info_row *row, const info_answer *answer)
{
    const bool fields = row->count > 1 && row->names;
    const size_t element = ELEMENT_BYTES[row->type];
    const size_t bytes = row->type == INFO_PROPERTY ? without_end(answer) : answer->bytes;
    json_t *all = fields ? json_object() : json_array();
    for (size_t i = 0; i < bytes / element; i++) {
        json_t *one = element_json(row, answer->data + i * element, element);
        if (fields)
            json_object_set_new(all, row->names[i].name, one);
        else
            json_array_append_new(all, one);
    }
    return all;
}

static json_t *answer_json(const info_row *row, const info_answer *answer)
{
    const char *text = (const char *)answer->data;
    if (answer->status != CL_SUCCESS) return json_null();
    if (row->type == INFO_TEXT || is_wordy(row, answer)) return ocl_json_text(text);
    if (row->type == INFO_WORDS) return words_json(text);
    if (row->type == INFO_BYTE || answer->bytes != expected_bytes(row, answer))
        return bytes_json(answer->data, answer->bytes);
    if (row->count == 1) return element_json(row, answer->data, answer->bytes);
    return elements_json(row, answer);
}

// --- print

static void print_number(ocl_report *report, const info_row *row, json_int_t value)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    if (row->type == INFO_ID) {
        ocl_report_print(report, "0x%" PRIx64, (uint64_t)value);
        return;
    }
    ocl_report_print(report, "%lld%s%s", (long long)value, row->unit ? " " : "",
                     row->unit ? row->unit : "");
    if (!row->unit || strcmp(row->unit, "B") != 0 || value < 1024) return;
    double scaled = (double)value;
    size_t unit = 0;
    for (; scaled >= 1024.0; scaled /= 1024.0)
        unit++;
    ocl_report_print(report, " (%.4g %s)", scaled, units[unit]);
}

static void print_scalar(ocl_report *report, const info_row *row, const json_t *value)
{
    const json_t *name = json_object_get(value, "name"), *text = json_object_get(value, "version");
    if (name) ocl_report_print(report, "%s ", json_string_value(name));
    if (json_is_object(value)) value = text;
    if (json_is_string(value)) {
        const char *string = json_string_value(value);
        ocl_report_print(report, "%s", *string ? string : "(empty)");
    } else if (json_is_boolean(value))
        ocl_report_print(report, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_integer(value))
        print_number(report, row, json_integer_value(value));
    else
        ocl_report_print(report, "%.17g", json_number_value(value));
}

// The names of bits, side by side.
static void print_flags(ocl_report *report, const json_t *names)
{
    if (json_array_size(names) == 0) ocl_report_print(report, "none");
    for (size_t i = 0; i < json_array_size(names); i++)
        ocl_report_print(report, "%s%s", i ? " | " : "",
                         json_string_value(json_array_get(names, i)));
}

// Numbers stand side by side, names one below the other.
static void print_list(ocl_report *report, const info_row *row, const json_t *list)
{
    if (json_array_size(list) == 0) ocl_report_print(report, "none");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        if (i > 0 && json_is_number(one)) ocl_report_print(report, " ");
        if (i > 0 && !json_is_number(one)) ocl_report_print(report, "\n%*s", VALUE_COLUMN, "");
        if (json_object_get(one, "names"))
            print_flags(report, json_object_get(one, "names"));
        else
            print_scalar(report, row, one);
    }
}

static void print_fields(ocl_report *report, const info_row *row, const json_t *value)
{
    for (size_t i = 0; i < row->count; i++) {
        ocl_report_print(report, "%s%s ", i ? ", " : "", row->names[i].name);
        print_scalar(report, row, json_object_get(value, row->names[i].name));
    }
}

void info_print_theme(info_list *list, const char *theme)
{
    if (strcmp(list->theme, theme) != 0) ocl_report_print(list->report, "\n%s\n", theme);
    list->theme = theme;
}

void info_print_name(const info_list *list, const char *name, const char *since)
{
    const bool long_name = strlen(name) > NAME_WIDTH;
    if (long_name) ocl_report_print(list->report, "  %s\n", name);
    ocl_report_print(list->report, "  %-*s %-4.3s ", NAME_WIDTH, long_name ? "" : name,
                     since_version(since) > 0 ? since : "ext");
}

static void print_answer(const info_list *list, const info_row *row, const info_answer *answer,
                         const json_t *value)
{
    ocl_report *report = list->report;
    const json_t *flags = json_object_get(value, "names");
    info_print_name(list, row->name, row->since);
    if (json_is_null(value))
        ocl_report_print(report, "-  %s; %s%s", ocl_error_name(answer->status),
                         since_version(row->since) > 0 ? "OpenCL " : "", row->since);
    else if (json_is_array(value))
        print_list(report, row, value);
    else if (flags)
        print_list(report, row, flags);
    else if (json_is_object(value) && row->count > 1)
        print_fields(report, row, value);
    else
        print_scalar(report, row, value);
    if (!json_is_null(value) && is_known_slip(row, answer))
        ocl_report_print(report, " (%zu bytes, not %zu)", answer->bytes, ELEMENT_BYTES[row->type]);
    ocl_report_print(report, "\n");
}

// --- the list

void info_begin(info_list *list)
{
    ocl_report_print(list->report, "\n%c%s %u: %s", toupper((unsigned char)list->kind[0]),
                     list->kind + 1, list->number, list->name);
    if (list->platform) ocl_report_print(list->report, " (%s)", list->platform);
    ocl_report_print(list->report, "\n");
    list->theme = "";
    list->result = (ocl_result){ .pass = true };
    list->all = json_object();
    list->shown = json_object();
    list->features = NULL;
}

void info_add(info_list *list, const info_row *row, info_answer answer)
{
    if (is_judged(row, &answer, list->version))
        list->result = ocl_result_both(list->result, check_answer(row, &answer));
    json_t *value = answer_json(row, &answer);
    json_object_set_new(list->all, row->name, value);
    bool named = !list->part || strstr(row->name, list->part);
    if (named && (answer.status == CL_SUCCESS || !list->answered)) {
        info_print_theme(list, row->theme);
        print_answer(list, row, &answer, value);
        json_object_set(list->shown, row->name, value);
    }
    free(answer.data);
}

void info_end(info_list *list)
{
    char text[64];
    snprintf(text, sizeof text, "%s %u: answers of OpenCL %d.%d", list->kind, list->number,
             list->version / 10, list->version % 10);
    ocl_report_result(list->report, text, list->result);

    json_t *entry = json_pack("{s:I}", "number", (json_int_t)list->number);
    if (list->platform) json_object_set_new(entry, "platform", ocl_json_text(list->platform));
    json_object_set_new(entry, "name", ocl_json_text(list->name));
    json_object_set(entry, "attributes", list->shown);
    if (list->features) json_object_set_new(entry, "features", list->features);
    snprintf(text, sizeof text, "%ss", list->kind);
    json_t *details = ocl_report_details(list->report), *lists = json_object_get(details, text);
    if (!lists) json_object_set_new(details, text, lists = json_array());
    json_array_append_new(lists, entry);
    json_decref(list->shown);
    json_decref(list->all);
}
