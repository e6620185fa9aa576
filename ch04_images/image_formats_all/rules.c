// SPDX-License-Identifier: MIT

#include "rules.h"

#include "attributes.h"

#include <string.h>

// A set of data types has one bit for each.
#define BIT(data_type) (1u << ((data_type)-CL_SNORM_INT8))
enum {
    INTEGERS = BIT(CL_SIGNED_INT8) | BIT(CL_SIGNED_INT16) | BIT(CL_SIGNED_INT32) |
               BIT(CL_UNSIGNED_INT8) | BIT(CL_UNSIGNED_INT16) | BIT(CL_UNSIGNED_INT32),
    FLOATS = BIT(CL_HALF_FLOAT) | BIT(CL_FLOAT),
    SAME_KERNEL = INTEGERS | FLOATS | BIT(CL_UNORM_INT8),
    BASIC = SAME_KERNEL | BIT(CL_UNORM_INT16),
    FULL = BASIC | BIT(CL_SNORM_INT8) | BIT(CL_SNORM_INT16),
};

// The data types by the size of a channel.
enum {
    ONE_BYTE =
        BIT(CL_SNORM_INT8) | BIT(CL_UNORM_INT8) | BIT(CL_SIGNED_INT8) | BIT(CL_UNSIGNED_INT8),
    TWO_BYTES = BIT(CL_SNORM_INT16) | BIT(CL_UNORM_INT16) | BIT(CL_SIGNED_INT16) |
                BIT(CL_UNSIGNED_INT16) | BIT(CL_HALF_FLOAT),
    FOUR_BYTES = BIT(CL_SIGNED_INT32) | BIT(CL_UNSIGNED_INT32) | BIT(CL_FLOAT),
};

// The minimum lists of section 5.3.2.1.
typedef enum { NO_RULE, OTHER_VERSIONS, VERSION_2, ONE_KERNEL } rule;
static const struct {
    rule rule;
    cl_channel_order order;
    unsigned data_types;
} MINIMUM[] = {
    { OTHER_VERSIONS, CL_RGBA, BASIC },
    { OTHER_VERSIONS, CL_BGRA, BIT(CL_UNORM_INT8) },
    { VERSION_2, CL_R, FULL },
    { VERSION_2, CL_RG, FULL },
    { VERSION_2, CL_RGBA, FULL },
    { VERSION_2, CL_BGRA, BIT(CL_UNORM_INT8) },
    { VERSION_2, CL_sRGBA, BIT(CL_UNORM_INT8) },
    { VERSION_2, CL_DEPTH, BIT(CL_UNORM_INT16) | BIT(CL_FLOAT) },
    { ONE_KERNEL, CL_R, SAME_KERNEL },
    { ONE_KERNEL, CL_RGBA, SAME_KERNEL },
};

cl_uint format_rules_doubles(const format_list *list)
{
    cl_uint doubles = 0;
    for (cl_uint i = 0; i < list->count; i++)
        for (cl_uint j = 0; j < i; j++)
            if (memcmp(&list->formats[i], &list->formats[j], sizeof list->formats[i]) == 0) {
                format_list_complain(list, list->formats[i], "is listed twice");
                doubles++;
            }
    return doubles;
}

size_t format_rules_pixel(cl_image_format format)
{
    static const unsigned char channels[] = { [CL_R - CL_R] = 1,        [CL_A - CL_R] = 1,
                                              [CL_RG - CL_R] = 2,       [CL_RA - CL_R] = 2,
                                              [CL_RGBA - CL_R] = 4,     [CL_BGRA - CL_R] = 4,
                                              [CL_ARGB - CL_R] = 4,     [CL_INTENSITY - CL_R] = 1,
                                              [CL_LUMINANCE - CL_R] = 1 };
    const size_t order = format.image_channel_order - (size_t)CL_R;
    const unsigned data_type = format.image_channel_data_type - (unsigned)CL_SNORM_INT8;
    if (order >= sizeof channels || data_type > CL_FLOAT - CL_SNORM_INT8) return 0;
    const size_t bytes = ONE_BYTE >> data_type & 1     ? 1
                         : TWO_BYTES >> data_type & 1  ? 2
                         : FOUR_BYTES >> data_type & 1 ? 4
                                                       : 0;
    return channels[order] * bytes;
}

// OpenCL 2.x asks for more formats than the versions before and after it.
static rule rule_of(cl_device_id device, const format_list *list)
{
    const int version = ocl_device_version(device);
    if (list->flags == CL_MEM_KERNEL_READ_AND_WRITE)
        return ocl_device_number(device, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) ? ONE_KERNEL
                                                                              : NO_RULE;
    if (version >= 20 && version < 30) return VERSION_2;
    if (list->type == CL_MEM_OBJECT_IMAGE3D && list->flags != CL_MEM_READ_ONLY &&
        !ocl_has_extension(device, "cl_khr_3d_image_writes"))
        return NO_RULE;
    return OTHER_VERSIONS;
}

// Depth formats are for 2-D images and arrays of them.  sRGB formats are not required for writing,
// nor for images that are made of buffers.
static bool is_exempt(const format_list *list, cl_channel_order order)
{
    if (order == CL_DEPTH)
        return list->type != CL_MEM_OBJECT_IMAGE2D && list->type != CL_MEM_OBJECT_IMAGE2D_ARRAY;
    return order == CL_sRGBA &&
           (list->flags != CL_MEM_READ_ONLY || list->type == CL_MEM_OBJECT_IMAGE1D_BUFFER);
}

cl_uint format_rules_missing(cl_device_id device, const format_list *list)
{
    const rule wanted = rule_of(device, list);
    cl_uint missing = 0;
    for (size_t i = 0; i < sizeof MINIMUM / sizeof MINIMUM[0]; i++) {
        if (MINIMUM[i].rule != wanted || is_exempt(list, MINIMUM[i].order)) continue;
        for (cl_channel_type type = CL_SNORM_INT8; type <= CL_FLOAT; type++) {
            if (!(MINIMUM[i].data_types & BIT(type))) continue;
            if (format_list_has(list, MINIMUM[i].order, type)) continue;
            format_list_complain(list, (cl_image_format){ MINIMUM[i].order, type }, "is missing");
            missing++;
        }
    }
    return missing;
}
