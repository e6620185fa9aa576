// SPDX-License-Identifier: MIT

#include "list.h"

#include "errors.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct {
    cl_ulong value;
    const char *name;
} named_value;

// clang-format off
#define NAMED(name) { name, #name }

static const named_value TYPE_NAMES[] = {
    NAMED(CL_MEM_OBJECT_IMAGE1D), NAMED(CL_MEM_OBJECT_IMAGE1D_BUFFER),
    NAMED(CL_MEM_OBJECT_IMAGE1D_ARRAY), NAMED(CL_MEM_OBJECT_IMAGE2D),
    NAMED(CL_MEM_OBJECT_IMAGE2D_ARRAY), NAMED(CL_MEM_OBJECT_IMAGE3D), { 0, NULL },
};
static const named_value FLAG_NAMES[] = {
    NAMED(CL_MEM_READ_ONLY), NAMED(CL_MEM_WRITE_ONLY), NAMED(CL_MEM_READ_WRITE),
    NAMED(CL_MEM_KERNEL_READ_AND_WRITE), { 0, NULL },
};

// Orders and data types of OpenCL 1.0 to 3.0 and of extensions.  Some packages of headers lack the
// newer names: these have numbers here.
static const named_value FORMATS[] = {
    NAMED(CL_R), NAMED(CL_A), NAMED(CL_RG), NAMED(CL_RA), NAMED(CL_RGB), NAMED(CL_RGBA),
    NAMED(CL_BGRA), NAMED(CL_ARGB), NAMED(CL_INTENSITY), NAMED(CL_LUMINANCE), NAMED(CL_Rx),
    NAMED(CL_RGx), NAMED(CL_RGBx), NAMED(CL_DEPTH), { 0x10BE, "CL_DEPTH_STENCIL" }, NAMED(CL_sRGB),
    NAMED(CL_sRGBx), NAMED(CL_sRGBA), NAMED(CL_sBGRA), NAMED(CL_ABGR),
    { 0x4076, "CL_YUYV_INTEL" }, { 0x4077, "CL_UYVY_INTEL" }, { 0x4078, "CL_YVYU_INTEL" },
    { 0x4079, "CL_VYUY_INTEL" }, { 0x40D0, "CL_NV21_IMG" }, { 0x40D1, "CL_YV12_IMG" },
    { 0x410E, "CL_NV12_INTEL" },
    NAMED(CL_SNORM_INT8), NAMED(CL_SNORM_INT16), NAMED(CL_UNORM_INT8), NAMED(CL_UNORM_INT16),
    NAMED(CL_UNORM_SHORT_565), NAMED(CL_UNORM_SHORT_555), NAMED(CL_UNORM_INT_101010),
    NAMED(CL_SIGNED_INT8), NAMED(CL_SIGNED_INT16), NAMED(CL_SIGNED_INT32),
    NAMED(CL_UNSIGNED_INT8), NAMED(CL_UNSIGNED_INT16), NAMED(CL_UNSIGNED_INT32),
    NAMED(CL_HALF_FLOAT), NAMED(CL_FLOAT), { 0x10DF, "CL_UNORM_INT24" },
    NAMED(CL_UNORM_INT_101010_2), { 0x10E3, "CL_UNSIGNED_INT_RAW10_EXT" },
    { 0x10E4, "CL_UNSIGNED_INT_RAW12_EXT" }, { 0x10E5, "CL_UNORM_INT_2_101010_EXT" }, { 0, NULL },
};
// clang-format on

static const char *name_of(const named_value *names, cl_ulong value)
{
    while (names->name && names->value != value)
        names++;
    return names->name;
}

const char *format_name(cl_uint value, char hex[MAX_HEX])
{
    const char *name = name_of(FORMATS, value);
    if (name) return name;
    snprintf(hex, MAX_HEX, "0x%" PRIx32, value);
    return hex;
}

bool format_list_has(const format_list *list, cl_channel_order order, cl_channel_type data_type)
{
    for (cl_uint i = 0; i < list->count; i++)
        if (list->formats[i].image_channel_order == order &&
            list->formats[i].image_channel_data_type == data_type)
            return true;
    return false;
}

void format_list_complain(const format_list *list, cl_image_format format, const char *what)
{
    char order[MAX_HEX], data_type[MAX_HEX];
    ocl_warn("%s, %s: %s, %s %s", name_of(TYPE_NAMES, list->type), name_of(FLAG_NAMES, list->flags),
             format_name(format.image_channel_order, order),
             format_name(format.image_channel_data_type, data_type), what);
}

enum { TYPES = 6, FLAGS = 4 };

static const cl_mem_object_type TYPE[TYPES] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};

static const cl_mem_flags FLAG[FLAGS] = { CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                          CL_MEM_KERNEL_READ_AND_WRITE };
static const char LETTER[FLAGS] = { 'r', 'w', 'b', 'k' };

typedef struct {
    char text[FLAGS + 1];
} cell;

static cell cell_of(const format_list *lists, size_t count, cl_mem_object_type type,
                    cl_image_format format)
{
    cell c = { "" };
    size_t length = 0;
    for (size_t flag = 0; flag < FLAGS; flag++)
        for (size_t i = 0; i < count; i++)
            if (lists[i].type == type && lists[i].flags == FLAG[flag] &&
                format_list_has(&lists[i], format.image_channel_order,
                                format.image_channel_data_type))
                c.text[length++] = LETTER[flag];
    return c;
}

// The channel order (or the data type) that follows `after` in all lists; CL_UINT_MAX: none does.
static cl_uint next_value(const format_list *lists, size_t count, bool order, cl_uint after)
{
    cl_uint next = CL_UINT_MAX;
    for (size_t i = 0; i < count; i++)
        for (cl_uint f = 0; f < lists[i].count; f++) {
            const cl_image_format format = lists[i].formats[f];
            const cl_uint value =
                order ? format.image_channel_order : format.image_channel_data_type;
            if (value > after && value < next) next = value;
        }
    return next;
}

static void print_row(ocl_table *table, const format_list *lists, size_t count,
                      cl_image_format format)
{
    cell cells[TYPES];
    const char *text[TYPES];
    bool listed = false;
    for (size_t t = 0; t < TYPES; t++) {
        cells[t] = cell_of(lists, count, TYPE[t], format);
        text[t] = cells[t].text[0] ? cells[t].text : NULL;
        listed |= text[t] != NULL;
    }
    if (!listed) return;
    char order[MAX_HEX], data_type[MAX_HEX];
    ocl_table_row(table, "%-12s %-20s %4s %9s %8s %4s %8s %4s",
                  format_name(format.image_channel_order, order),
                  format_name(format.image_channel_data_type, data_type), text[0], text[1], text[2],
                  text[3], text[4], text[5]);
}

void format_lists_print(ocl_report *report, const format_list *lists, size_t count)
{
    ocl_table table = ocl_table_open(report, "formats",
                                     "order, data type, 1D, 1D buffer, 1D array, 2D, 2D array, 3D");
    for (cl_uint order = 0; (order = next_value(lists, count, true, order)) != CL_UINT_MAX;)
        for (cl_uint type = 0; (type = next_value(lists, count, false, type)) != CL_UINT_MAX;)
            print_row(&table, lists, count, (cl_image_format){ order, type });
}
