// SPDX-License-Identifier: MIT
//
// image_formats - which formats an image may have, by its type and by what kernels do with it.
//
// Shows   channel orders against data types, the list that every device must have, lists that keep their word
// Uses    clGetSupportedImageFormats (in image_formats/format_list.c), clCreateImage, CL_MEM_KERNEL_READ_AND_WRITE
// Try     image_formats -d 0 and -d 1; image_formats --json | jq '.details.formats[0]'

#include "image_formats/format_list.h"

enum { LIST_COUNT = TYPE_COUNT * FLAG_COUNT };

// What must be there by section 5.3.2.1 of the specification.  A set of data types has a bit for each.
#define BIT(data_type) (1u << ((data_type)-CL_SNORM_INT8))
enum {
    INTEGERS = BIT(CL_SIGNED_INT8) | BIT(CL_SIGNED_INT16) | BIT(CL_SIGNED_INT32) |
               BIT(CL_UNSIGNED_INT8) | BIT(CL_UNSIGNED_INT16) | BIT(CL_UNSIGNED_INT32),
    FLOATS = BIT(CL_HALF_FLOAT) | BIT(CL_FLOAT),
    SAME_KERNEL = INTEGERS | FLOATS | BIT(CL_UNORM_INT8),
    BASIC = SAME_KERNEL | BIT(CL_UNORM_INT16),
    FULL = BASIC | BIT(CL_SNORM_INT8) | BIT(CL_SNORM_INT16),
};
typedef enum { NO_RULE, OTHER_VERSIONS, VERSION_2, ONE_KERNEL } image_formats_rule;
static const struct {
    image_formats_rule rule;
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

// --- judge: each of these counts what is wrong in a list

static void image_formats_complain(const format_list *list, cl_image_format format,
                                   const char *what)
{
    char order[HEX], data_type[HEX];
    ocl_warn("%s, %s: %s, %s %s", FORMAT_TYPES[list->type].name, FORMAT_FLAGS[list->flag].name,
             format_list_name(format.image_channel_order, order),
             format_list_name(format.image_channel_data_type, data_type), what);
}

static cl_uint image_formats_doubles(const format_list *list)
{
    cl_uint doubles = 0;
    for (cl_uint i = 0; i < list->count; i++)
        for (cl_uint j = 0; j < i; j++)
            if (memcmp(&list->formats[i], &list->formats[j], sizeof list->formats[i]) == 0) {
                image_formats_complain(list, list->formats[i], "is listed twice");
                doubles++;
            }
    return doubles;
}

// Data types by the size of a channel.
enum {
    ONE_BYTE =
        BIT(CL_SNORM_INT8) | BIT(CL_UNORM_INT8) | BIT(CL_SIGNED_INT8) | BIT(CL_UNSIGNED_INT8),
    TWO_BYTES = BIT(CL_SNORM_INT16) | BIT(CL_UNORM_INT16) | BIT(CL_SIGNED_INT16) |
                BIT(CL_UNSIGNED_INT16) | BIT(CL_HALF_FLOAT),
    FOUR_BYTES = BIT(CL_SIGNED_INT32) | BIT(CL_UNSIGNED_INT32) | BIT(CL_FLOAT),
};

// Bytes of a pixel; 0 where that is not for us to say: packed formats and those of extensions.
static size_t image_formats_pixel(cl_image_format format)
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

// A format that is listed must do: an image of 4, 4 x 2 or 4 x 2 x 2 pixels is made with it, and must have
// pixels of the right size.  Orders of extensions have rules of their own (NV12: whole squares of 4 x 4, flags).
static cl_uint image_formats_failures(const ocl_env *env, const format_list *list)
{
    const cl_mem_object_type type = (cl_mem_object_type)FORMAT_TYPES[list->type].value;
    cl_mem_flags flags = FORMAT_FLAGS[list->flag].value;
    if (flags == CL_MEM_KERNEL_READ_AND_WRITE) flags = CL_MEM_READ_WRITE;    // the other is to ask
    cl_image_desc desc = { .image_type = type,
                           .image_width = 4,
                           .image_height = 2,
                           .image_depth = 2,
                           .image_array_size = 2 };
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        desc.buffer = ocl_buffer(env, flags, 4 * sizeof(cl_float4), NULL);
    cl_uint failures = 0;
    for (cl_uint i = 0; i < list->count; i++) {
        const cl_image_format format = list->formats[i];
        if (format.image_channel_order - (cl_uint)CL_R > CL_ABGR - CL_R) continue;
        cl_int err;
        cl_mem image = clCreateImage(env->context, flags, &format, &desc, NULL, &err);
        if (err != CL_SUCCESS) {
            image_formats_complain(list, format, ocl_error_name(err));
            failures++;
            continue;
        }
        size_t pixel;
        OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof pixel, &pixel, NULL));
        OCL_CHECK(clReleaseMemObject(image));
        if (image_formats_pixel(format) != 0 && image_formats_pixel(format) != pixel) {
            image_formats_complain(list, format, "has pixels of a wrong size");
            failures++;
        }
    }
    if (desc.buffer) OCL_CHECK(clReleaseMemObject(desc.buffer));
    return failures;
}

// Which rule holds.  OpenCL 2.x wants more than the versions before and after it.
static image_formats_rule image_formats_rule_of(const ocl_env *env, const format_list *list)
{
    const int version = ocl_device_version(env->device);
    const bool only_read = FORMAT_FLAGS[list->flag].value == CL_MEM_READ_ONLY;
    if (FORMAT_FLAGS[list->flag].value == CL_MEM_KERNEL_READ_AND_WRITE)
        return ocl_device_number(env->device, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) ? ONE_KERNEL
                                                                                   : NO_RULE;
    if (version >= 20 && version < 30) return VERSION_2;
    if (FORMAT_TYPES[list->type].value == CL_MEM_OBJECT_IMAGE3D && !only_read &&
        !ocl_has_extension(env->device, "cl_khr_3d_image_writes"))
        return NO_RULE;
    return OTHER_VERSIONS;
}

// Depth images are flat; sRGB ones need not be written, nor be made from a buffer.
static bool image_formats_exempt(const format_list *list, cl_channel_order order)
{
    const cl_ulong type = FORMAT_TYPES[list->type].value;
    if (order == CL_DEPTH)
        return type != CL_MEM_OBJECT_IMAGE2D && type != CL_MEM_OBJECT_IMAGE2D_ARRAY;
    return order == CL_sRGBA && (FORMAT_FLAGS[list->flag].value != CL_MEM_READ_ONLY ||
                                 type == CL_MEM_OBJECT_IMAGE1D_BUFFER);
}

// Formats of the minimum list that are not there.
static cl_uint image_formats_missing(const ocl_env *env, const format_list *list)
{
    const image_formats_rule rule = image_formats_rule_of(env, list);
    cl_uint missing = 0;
    for (size_t i = 0; i < sizeof MINIMUM / sizeof MINIMUM[0]; i++) {
        if (MINIMUM[i].rule != rule || image_formats_exempt(list, MINIMUM[i].order)) continue;
        for (cl_channel_type type = CL_SNORM_INT8; type <= CL_FLOAT; type++) {
            if (!(MINIMUM[i].data_types & BIT(type))) continue;
            if (format_list_has(list, MINIMUM[i].order, type)) continue;
            const cl_image_format format = { MINIMUM[i].order, type };
            image_formats_complain(list, format, "is missing");
            missing++;
        }
    }
    return missing;
}

static void image_formats_refusals(const ocl_env *env, ocl_report *report)
{
    cl_image_format format;
    const ocl_refusal refusals[] = {
        { "a list without room",
          clGetSupportedImageFormats(env->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                                     &format, NULL),
          CL_INVALID_VALUE, 0 },
        { "formats of a buffer",
          clGetSupportedImageFormats(env->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER, 0, NULL,
                                     NULL),
          CL_INVALID_VALUE, OCL_OCLGRIND },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_formats",
                              .summary = "The image formats a device supports.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);

    format_list lists[TYPE_COUNT][FLAG_COUNT] = { 0 };
    const size_t flags = ocl_device_version(env.device) >= 20 ? FLAG_COUNT : FLAG_COUNT - 1;
    json_t *details = json_array();
    for (size_t type = 0; type < TYPE_COUNT; type++)
        for (size_t flag = 0; flag < flags; flag++) {
            lists[type][flag] = format_list_ask(&env, type, flag);
            json_array_append_new(details, format_list_json(&lists[type][flag]));
        }
    json_object_set_new(ocl_report_details(report), "formats", details);
    format_list_print(report, lists);

    cl_uint counts[LIST_COUNT], again[LIST_COUNT], written[LIST_COUNT], shorter[LIST_COUNT];
    cl_uint less[LIST_COUNT], doubles[LIST_COUNT], failures[LIST_COUNT], missing[LIST_COUNT];
    const cl_uint none[LIST_COUNT] = { 0 };
    size_t n = 0;
    for (size_t type = 0; type < TYPE_COUNT; type++)
        for (size_t flag = 0; flag < flags; flag++, n++) {
            const format_list *list = &lists[type][flag];
            counts[n] = list->count;
            again[n] = list->again;
            written[n] = list->written;
            less[n] = list->count ? list->count - 1 : 0;
            shorter[n] = list->shorter;
            doubles[n] = image_formats_doubles(list);
            failures[n] = image_formats_failures(&env, list);
            missing[n] = image_formats_missing(&env, list);
        }
    const ocl_result counted =
        ocl_result_both(ocl_verify_u32("count with a list", again, counts, n),
                        ocl_verify_u32("entries written", written, counts, n));
    ocl_report_result(report, "as many formats as counted", counted);
    ocl_report_result(report, "no more than there is room for",
                      ocl_verify_u32("entries of a shorter list", shorter, less, n));
    ocl_report_result(report, "none is listed twice", ocl_verify_u32("doubles", doubles, none, n));
    ocl_report_result(report, "each makes an image", ocl_verify_u32("failures", failures, none, n));
    char *profile = ocl_device_text(env.device, CL_DEVICE_PROFILE);
    if (strcmp(profile, "FULL_PROFILE") == 0)
        ocl_report_result(report, "the minimum list is there",
                          ocl_verify_u32("missing formats", missing, none, n));
    else
        ocl_report_print(report, "\nThe minimum list is that of a full profile: not checked.\n");
    image_formats_refusals(&env, report);

    free(profile);
    for (size_t type = 0; type < TYPE_COUNT; type++)
        for (size_t flag = 0; flag < flags; flag++)
            free(lists[type][flag].formats);
    ocl_close(&env);
    return ocl_report_close(report);
}
