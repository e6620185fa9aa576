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

static const named_value TYPES[] = {
    NAMED(CL_MEM_OBJECT_IMAGE1D), NAMED(CL_MEM_OBJECT_IMAGE1D_BUFFER),
    NAMED(CL_MEM_OBJECT_IMAGE1D_ARRAY), NAMED(CL_MEM_OBJECT_IMAGE2D),
    NAMED(CL_MEM_OBJECT_IMAGE2D_ARRAY), NAMED(CL_MEM_OBJECT_IMAGE3D), { 0, NULL },
};
static const named_value FLAGS[] = {
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
    ocl_warn("%s, %s: %s, %s %s", name_of(TYPES, list->type), name_of(FLAGS, list->flags),
             format_name(format.image_channel_order, order),
             format_name(format.image_channel_data_type, data_type), what);
}
