// SPDX-License-Identifier: MIT

#include "format_list.h"

#include <inttypes.h>

static const char LETTERS[FLAG_COUNT] = { 'r', 'w', 'b', 'k' };    // of the flags, in tables

#define NAMED(name) \
    {               \
#name, name \
    }
const format_name FORMAT_TYPES[TYPE_COUNT] = {
    NAMED(CL_MEM_OBJECT_IMAGE1D),       NAMED(CL_MEM_OBJECT_IMAGE1D_BUFFER),
    NAMED(CL_MEM_OBJECT_IMAGE1D_ARRAY), NAMED(CL_MEM_OBJECT_IMAGE2D),
    NAMED(CL_MEM_OBJECT_IMAGE2D_ARRAY), NAMED(CL_MEM_OBJECT_IMAGE3D),
};

const format_name FORMAT_FLAGS[FLAG_COUNT] = {
    NAMED(CL_MEM_READ_ONLY),
    NAMED(CL_MEM_WRITE_ONLY),
    NAMED(CL_MEM_READ_WRITE),
    NAMED(CL_MEM_KERNEL_READ_AND_WRITE),
};

// Orders and data types of OpenCL 1.0 to 3.0 and of extensions; values that header packages may lack are
// written as numbers.
static const format_name NAMES[] = {
    // clang-format off
    NAMED(CL_R), NAMED(CL_A), NAMED(CL_RG), NAMED(CL_RA), NAMED(CL_RGB), NAMED(CL_RGBA),
    NAMED(CL_BGRA), NAMED(CL_ARGB), NAMED(CL_INTENSITY), NAMED(CL_LUMINANCE), NAMED(CL_Rx),
    NAMED(CL_RGx), NAMED(CL_RGBx), NAMED(CL_DEPTH), { "CL_DEPTH_STENCIL", 0x10BE }, NAMED(CL_sRGB),
    NAMED(CL_sRGBx), NAMED(CL_sRGBA), NAMED(CL_sBGRA), NAMED(CL_ABGR),
    { "CL_YUYV_INTEL", 0x4076 }, { "CL_UYVY_INTEL", 0x4077 }, { "CL_YVYU_INTEL", 0x4078 },
    { "CL_VYUY_INTEL", 0x4079 }, { "CL_NV21_IMG", 0x40D0 }, { "CL_YV12_IMG", 0x40D1 },
    { "CL_NV12_INTEL", 0x410E },
    NAMED(CL_SNORM_INT8), NAMED(CL_SNORM_INT16), NAMED(CL_UNORM_INT8), NAMED(CL_UNORM_INT16),
    NAMED(CL_UNORM_SHORT_565), NAMED(CL_UNORM_SHORT_555), NAMED(CL_UNORM_INT_101010),
    NAMED(CL_SIGNED_INT8), NAMED(CL_SIGNED_INT16), NAMED(CL_SIGNED_INT32),
    NAMED(CL_UNSIGNED_INT8), NAMED(CL_UNSIGNED_INT16), NAMED(CL_UNSIGNED_INT32),
    NAMED(CL_HALF_FLOAT), NAMED(CL_FLOAT), { "CL_UNORM_INT24", 0x10DF }, NAMED(CL_UNORM_INT_101010_2),
    { "CL_UNSIGNED_INT_RAW10_EXT", 0x10E3 }, { "CL_UNSIGNED_INT_RAW12_EXT", 0x10E4 },
    { "CL_UNORM_INT_2_101010_EXT", 0x10E5 },
    // clang-format on
};

const char *format_list_name(cl_uint value, char hex[HEX])
{
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (NAMES[i].value == value) return NAMES[i].name;
    snprintf(hex, HEX, "0x%" PRIx32, value);
    return hex;
}

// Without the CL_ that all names begin with, but numbers do not.
static const char *format_list_short_name(cl_uint value, char hex[HEX])
{
    const char *name = format_list_name(value, hex);
    return strncmp(name, "CL_", 3) == 0 ? name + 3 : name;
}

// Asks for at most `room` formats and says how many came: the others keep the bytes of ocl_alloc.
static cl_uint format_list_fill(const ocl_env *env, const format_list *list, cl_uint room,
                                cl_image_format *formats, cl_uint *count)
{
    *count = 0;
    if (room == 0) return 0;
    OCL_CHECK(clGetSupportedImageFormats(env->context, FORMAT_FLAGS[list->flag].value,
                                         (cl_mem_object_type)FORMAT_TYPES[list->type].value, room,
                                         formats, count));
    cl_uint written = 0;
    while (written <= list->count && formats[written].image_channel_order != CL_UINT_MAX)
        written++;
    return written;
}

format_list format_list_ask(const ocl_env *env, size_t type, size_t flag)
{
    format_list list = { .type = type, .flag = flag };
    OCL_CHECK(clGetSupportedImageFormats(env->context, FORMAT_FLAGS[flag].value,
                                         (cl_mem_object_type)FORMAT_TYPES[type].value, 0, NULL,
                                         &list.count));
    // Room for an entry more than asked for, so that one too many would be seen.
    const size_t bytes = (list.count + 2) * sizeof *list.formats;
    list.formats = ocl_alloc(bytes);
    cl_image_format *less = ocl_alloc(bytes);
    cl_uint all;
    list.written = format_list_fill(env, &list, list.count, list.formats, &list.again);
    list.shorter = format_list_fill(env, &list, list.count ? list.count - 1 : 0, less, &all);
    free(less);
    return list;
}

bool format_list_has(const format_list *list, cl_channel_order order, cl_channel_type data_type)
{
    for (cl_uint i = 0; i < list->count; i++)
        if (list->formats[i].image_channel_order == order &&
            list->formats[i].image_channel_data_type == data_type)
            return true;
    return false;
}

// --- print

json_t *format_list_json(const format_list *list)
{
    json_t *formats = json_array();
    for (cl_uint i = 0; i < list->count; i++) {
        char order[HEX], data_type[HEX];
        json_array_append_new(
            formats,
            json_pack("{s:s, s:s}", "order",
                      format_list_name(list->formats[i].image_channel_order, order), "data_type",
                      format_list_name(list->formats[i].image_channel_data_type, data_type)));
    }
    return json_pack("{s:s, s:s, s:o}", "type", FORMAT_TYPES[list->type].name, "flags",
                     FORMAT_FLAGS[list->flag].name, "formats", formats);
}

// Letters of the flags for which a type has the format.
static void format_list_cell(char cell[FLAG_COUNT + 1], const format_list *lists,
                             cl_channel_order order, cl_channel_type data_type)
{
    size_t length = 0;
    for (size_t flag = 0; flag < FLAG_COUNT; flag++)
        if (format_list_has(&lists[flag], order, data_type)) cell[length++] = LETTERS[flag];
    cell[length] = '\0';
}

// Whether all four lists of two types hold the same formats.
static bool format_list_same(const format_list *a, const format_list *b)
{
    for (size_t flag = 0; flag < FLAG_COUNT; flag++) {
        if (a[flag].count != b[flag].count) return false;
        for (cl_uint i = 0; i < a[flag].count; i++)
            if (!format_list_has(&b[flag], a[flag].formats[i].image_channel_order,
                                 a[flag].formats[i].image_channel_data_type))
                return false;
    }
    return true;
}

// The next larger channel order (or data type) of a type's lists; CL_UINT_MAX after the last.
static cl_uint format_list_next(const format_list *lists, bool order, cl_uint after)
{
    cl_uint next = CL_UINT_MAX;
    for (size_t flag = 0; flag < FLAG_COUNT; flag++)
        for (cl_uint i = 0; i < lists[flag].count; i++) {
            const cl_image_format format = lists[flag].formats[i];
            const cl_uint value =
                order ? format.image_channel_order : format.image_channel_data_type;
            if (value > after && value < next) next = value;
        }
    return next;
}

static void format_list_table(ocl_report *report, const format_list *lists)
{
    char hex[HEX], cell[FLAG_COUNT + 1];
    cl_uint order, type;
    ocl_report_print(report, "%-21s", "");
    for (order = 0; (order = format_list_next(lists, true, order)) != CL_UINT_MAX;)
        ocl_report_print(report, " %4s", format_list_short_name(order, hex));
    ocl_report_print(report, "\n");
    for (type = 0; (type = format_list_next(lists, false, type)) != CL_UINT_MAX;) {
        ocl_report_print(report, "%-21s", format_list_name(type, hex));
        for (order = 0; (order = format_list_next(lists, true, order)) != CL_UINT_MAX;) {
            const int width = (int)strlen(format_list_short_name(order, hex));
            format_list_cell(cell, lists, order, type);
            ocl_report_print(report, " %*s", width > 4 ? width : 4, cell[0] ? cell : "-");
        }
        ocl_report_print(report, "\n");
    }
}

void format_list_print(ocl_report *report, format_list lists[TYPE_COUNT][FLAG_COUNT])
{
    ocl_report_print(report, "\nr  read in a kernel     w  written     b  both, by different "
                             "kernels     k  both, by one kernel\n");
    for (size_t type = 0; type < TYPE_COUNT; type++) {
        size_t first = 0;
        while (!format_list_same(lists[first], lists[type]))
            first++;
        if (first < type) continue;    // already printed
        ocl_report_print(report, "\n");
        for (size_t other = type; other < TYPE_COUNT; other++)
            if (format_list_same(lists[type], lists[other]))
                ocl_report_print(report, "%s%s", other > type ? ", " : "",
                                 FORMAT_TYPES[other].name + strlen("CL_MEM_OBJECT_"));
        ocl_report_print(report, "\n");
        format_list_table(report, lists[type]);
    }
}
