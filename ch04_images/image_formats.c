// SPDX-License-Identifier: MIT
//
// image_formats - which formats with red, green, blue and alpha a device has for 2-D images.
//
// Shows   a question in two calls: first how many answers there are, then the answers
// Uses    clGetSupportedImageFormats, clCreateImage, clGetImageInfo with CL_IMAGE_ELEMENT_SIZE
// Try     image_formats -d with another device

#include "ocl.h"

enum { CHANNELS = 4, ALWAYS = 10, MAX_FOUND = 32 };

// The data types of a channel, in the order of their numbers.  Ten of them are always there.
static const struct {
    const char *name;
    size_t bytes;
    bool always;
} TYPES[] = {
    [CL_SNORM_INT8 - CL_SNORM_INT8] = { "CL_SNORM_INT8", 1, false },
    [CL_SNORM_INT16 - CL_SNORM_INT8] = { "CL_SNORM_INT16", 2, false },
    [CL_UNORM_INT8 - CL_SNORM_INT8] = { "CL_UNORM_INT8", 1, true },
    [CL_UNORM_INT16 - CL_SNORM_INT8] = { "CL_UNORM_INT16", 2, true },
    [CL_SIGNED_INT8 - CL_SNORM_INT8] = { "CL_SIGNED_INT8", 1, true },
    [CL_SIGNED_INT16 - CL_SNORM_INT8] = { "CL_SIGNED_INT16", 2, true },
    [CL_SIGNED_INT32 - CL_SNORM_INT8] = { "CL_SIGNED_INT32", 4, true },
    [CL_UNSIGNED_INT8 - CL_SNORM_INT8] = { "CL_UNSIGNED_INT8", 1, true },
    [CL_UNSIGNED_INT16 - CL_SNORM_INT8] = { "CL_UNSIGNED_INT16", 2, true },
    [CL_UNSIGNED_INT32 - CL_SNORM_INT8] = { "CL_UNSIGNED_INT32", 4, true },
    [CL_HALF_FLOAT - CL_SNORM_INT8] = { "CL_HALF_FLOAT", 2, true },
    [CL_FLOAT - CL_SNORM_INT8] = { "CL_FLOAT", 4, true },
};

int main(int argc, char **argv)
{
    // Options and device.
    const ocl_about about = { .name = "image_formats",
                              .summary = "Formats of 2-D images with four channels.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);

    // How many formats are there for 2-D images that a kernel reads?  Which ones?
    const cl_mem_flags flags = CL_MEM_READ_ONLY;
    const cl_mem_object_type shape = CL_MEM_OBJECT_IMAGE2D;
    cl_uint count;
    OCL_CHECK(clGetSupportedImageFormats(env.context, flags, shape, 0, NULL, &count));
    cl_image_format *formats = ocl_alloc((count + 1) * sizeof *formats);
    OCL_CHECK(clGetSupportedImageFormats(env.context, flags, shape, count, formats, NULL));
    ocl_report_fact(report, "formats in all", "%u", count);

    // Of those with red, green, blue and alpha: make an image, and ask how long a pixel is.
    ocl_table table = ocl_table_open(report, "formats", "order, data type, bytes per pixel");
    const cl_image_desc desc = { .image_type = shape, .image_width = 4, .image_height = 2 };
    uint64_t bytes[MAX_FOUND], ref[MAX_FOUND];
    size_t found = 0, always = 0;
    for (cl_uint i = 0; i < count && found < MAX_FOUND; i++) {
        const size_t type = formats[i].image_channel_data_type - (size_t)CL_SNORM_INT8;
        if (formats[i].image_channel_order != CL_RGBA) continue;
        if (type >= sizeof TYPES / sizeof TYPES[0] || !TYPES[type].name) continue;
        cl_int err;
        cl_mem image =
            OCL_CREATE(clCreateImage(env.context, flags, &formats[i], &desc, NULL, &err));
        size_t pixel;
        OCL_CHECK(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof pixel, &pixel, NULL));
        OCL_CHECK(clReleaseMemObject(image));
        ocl_table_row(&table, "%-8s %-18s %zu", "CL_RGBA", TYPES[type].name, pixel);
        always += TYPES[type].always;
        bytes[found] = pixel;
        ref[found++] = CHANNELS * TYPES[type].bytes;
    }

    // Verify.
    ocl_report_result(report, "formats that are always there",
                      ocl_verify_equal("formats", (long long)always, ALWAYS));
    ocl_report_result(report, "bytes per pixel", ocl_verify_u64("bytes", bytes, ref, found));

    // Release.
    free(formats);
    ocl_close(&env);
    return ocl_report_close(report);
}
