// SPDX-License-Identifier: MIT
//
// image_formats_all - which formats an image may have, by its type and by what kernels do with it.
//
// Shows   a query in two calls, first the count and then the list; formats by image type and by
//         flag; whether each format that is listed really makes an image
// Uses    clGetSupportedImageFormats, clCreateImage, clGetImageInfo; CL_MEM_KERNEL_READ_AND_WRITE
// Try     image_formats_all -d 0
//         image_formats_all --json | jq '.details.formats[0]'

#include "ocl.h"

#include "image_formats_all/list.h"
#include "image_formats_all/rules.h"

enum { TYPES = 6, FLAGS = 4, MAX_LISTS = TYPES * FLAGS };

static const cl_mem_object_type TYPE[TYPES] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
};

// What kernels do with the image.  CL_MEM_READ_WRITE: one kernel reads it, another kernel writes
// it.  The last flag, of OpenCL 2.0, is for this query alone: one kernel reads and writes the
// image.
static const cl_mem_flags FLAG[FLAGS] = { CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                          CL_MEM_KERNEL_READ_AND_WRITE };

// Facts about all lists, one entry per list.
typedef struct {
    cl_uint counted[MAX_LISTS];     // the answer to a query without a list
    cl_uint again[MAX_LISTS];       // the count that comes with a list
    cl_uint written[MAX_LISTS];     // formats written to a list with room for all
    cl_uint less[MAX_LISTS];        // room in a list that is too short
    cl_uint shorter[MAX_LISTS];     // formats written to that one
    cl_uint doubles[MAX_LISTS];     // formats that are listed twice
    cl_uint failures[MAX_LISTS];    // formats that do not make an image
    cl_uint missing[MAX_LISTS];     // formats that the device must have, but lacks
} list_facts;

// Formats that a call has written.  ocl_alloc has filled the others with poison.
static cl_uint count_written(const cl_image_format *formats, cl_uint room)
{
    cl_uint written = 0;
    cl_channel_order poison;
    memset(&poison, ocl_poison_byte(0), sizeof poison);
    while (written < room && formats[written].image_channel_order != poison)
        written++;
    return written;
}

// Asks for list i.  Each array has room for one format more than the call knows of: it must stay
// unwritten.
static format_list ask(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t i,
                       list_facts *facts)
{
    format_list list = { .type = type, .flags = flags };
    OCL_CHECK(clGetSupportedImageFormats(context, flags, type, 0, NULL, &list.count));
    facts->counted[i] = list.count;
    list.formats = ocl_alloc((list.count + 1) * sizeof *list.formats);
    if (list.count == 0) return list;

    OCL_CHECK(clGetSupportedImageFormats(context, flags, type, list.count, list.formats,
                                         &facts->again[i]));
    facts->written[i] = count_written(list.formats, list.count + 1);

    facts->less[i] = list.count - 1;
    if (facts->less[i] > 0) {    // 0 would be a query without a list
        cl_image_format *formats = ocl_alloc(list.count * sizeof *formats);
        OCL_CHECK(clGetSupportedImageFormats(context, flags, type, facts->less[i], formats, NULL));
        facts->shorter[i] = count_written(formats, list.count);
        free(formats);
    }
    return list;
}

// Makes a small image of one format and asks for the size of its pixels.  NULL: all is well.
static const char *try_format(cl_context context, cl_mem_flags flags, const cl_image_desc *desc,
                              cl_image_format format)
{
    cl_int err;
    cl_mem image = clCreateImage(context, flags, &format, desc, NULL, &err);
    if (err != CL_SUCCESS) return ocl_error_name(err);
    size_t pixel;
    OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof pixel, &pixel, NULL));
    OCL_CHECK(clReleaseMemObject(image));
    const size_t want = format_rules_pixel(format);
    return want != 0 && want != pixel ? "has pixels of a wrong size" : NULL;
}

// The formats of a list that do not make an image of 4, 4 x 2 or 4 x 2 x 2 pixels.  The orders of
// extensions are left out: they have their own rules (NV12 needs multiples of 4 pixels).
static cl_uint count_failures(const ocl_env *env, const format_list *list)
{
    const bool one_kernel = list->flags == CL_MEM_KERNEL_READ_AND_WRITE;
    const cl_mem_flags flags = one_kernel ? CL_MEM_READ_WRITE : list->flags;
    cl_image_desc desc = { .image_type = list->type,
                           .image_width = 4,
                           .image_height = 2,
                           .image_depth = 2,
                           .image_array_size = 2 };
    if (list->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        desc.buffer = ocl_buffer(env, flags, 4 * sizeof(cl_float4), NULL);
    cl_uint failures = 0;
    for (cl_uint i = 0; i < list->count; i++) {
        const cl_channel_order order = list->formats[i].image_channel_order;
        if (order < CL_R || order > CL_ABGR) continue;
        const char *why = try_format(env->context, flags, &desc, list->formats[i]);
        if (!why) continue;
        format_list_complain(list, list->formats[i], why);
        failures++;
    }
    if (desc.buffer) OCL_CHECK(clReleaseMemObject(desc.buffer));
    return failures;
}

static void report_facts(ocl_report *report, cl_device_id device, const list_facts *facts, size_t n)
{
    static const cl_uint none[MAX_LISTS] = { 0 };
    ocl_report_result(
        report, "as many formats as counted",
        ocl_result_both(ocl_verify_u32("count with a list", facts->again, facts->counted, n),
                        ocl_verify_u32("entries written", facts->written, facts->counted, n)));
    const char *fault = ocl_known_fault(device, "a list of formats that is too short");
    if (fault)
        ocl_report_note(report, "Not compared: this driver %s.", fault);
    else
        ocl_report_result(
            report, "no more than there is room for",
            ocl_verify_u32("entries of a shorter list", facts->shorter, facts->less, n));
    ocl_report_result(report, "none is listed twice",
                      ocl_verify_u32("doubles", facts->doubles, none, n));
    ocl_report_result(report, "each makes an image",
                      ocl_verify_u32("failures", facts->failures, none, n));
    char *profile = ocl_device_text(device, CL_DEVICE_PROFILE);
    if (strcmp(profile, "FULL_PROFILE") == 0)
        ocl_report_result(report, "the minimum list is there",
                          ocl_verify_u32("missing formats", facts->missing, none, n));
    else
        ocl_report_note(report, "The minimum list of an embedded profile is not checked.");
    free(profile);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_formats_all",
                              .summary = "The image formats that a device supports.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);

    format_list lists[MAX_LISTS];
    list_facts facts = { 0 };
    const size_t flags = ocl_device_version(env.device) >= 20 ? FLAGS : FLAGS - 1;
    const char *unlisted = ocl_known_fault(env.device, "images of buffers");
    size_t n = 0;
    for (size_t type = 0; type < TYPES; type++)
        for (size_t flag = 0; flag < flags; flag++, n++) {
            lists[n] = ask(env.context, TYPE[type], FLAG[flag], n, &facts);
            facts.doubles[n] = format_rules_doubles(&lists[n]);
            facts.failures[n] = count_failures(&env, &lists[n]);
            if (!unlisted || TYPE[type] != CL_MEM_OBJECT_IMAGE1D_BUFFER)
                facts.missing[n] = format_rules_missing(env.device, &lists[n]);
        }

    ocl_report_note(report, "r: a kernel may read the image; w: a kernel may write it");
    ocl_report_note(report, "b: one kernel may read it and another one write it; "
                            "k: one kernel may do both");
    format_lists_print(report, lists, n);
    if (unlisted) ocl_report_note(report, "This driver %s.", unlisted);
    report_facts(report, env.device, &facts, n);

    for (size_t i = 0; i < n; i++)
        free(lists[i].formats);
    ocl_close(&env);
    return ocl_report_close(report);
}
