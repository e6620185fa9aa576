// SPDX-License-Identifier: MIT
//
// image_kinds_refusals - images that must not be made, and questions with mistakes.

#include "ocl.h"

static const cl_image_format RGBA8 = { CL_RGBA, CL_UNSIGNED_INT8 };

// The status of clCreateImage.  An image that should not have been made is released.
static cl_int try_create(const ocl_env *env, cl_mem_flags flags, const cl_image_format *format,
                         const cl_image_desc *desc, void *host)
{
    cl_int err;
    cl_mem image = clCreateImage(env->context, flags, format, desc, host, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(image));
    return err;
}

static void report_creation(const ocl_env *env, ocl_report *report)
{
    unsigned char host[256] = { 0 };
    const cl_image_desc fine = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 8,
                                 .image_height = 4 };
    cl_image_desc wide = fine, pitch = fine, narrow = fine;
    wide.image_width = (size_t)ocl_device_number(env->device, CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1;
    pitch.image_row_pitch = 64;
    narrow.image_row_pitch = 28;
    const ocl_refusal refusals[] = {
        {
            .mistake = "an image without a format",
            .got = try_create(env, 0, NULL, &fine, NULL),
            .want = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        },
        {
            .mistake = "an image without a description",
            .got = try_create(env, 0, &RGBA8, NULL, NULL),
            .want = CL_INVALID_IMAGE_DESCRIPTOR,
        },
        {
            .mistake = "an image wider than the device allows",
            .got = try_create(env, 0, &RGBA8, &wide, NULL),
            .want = CL_INVALID_IMAGE_SIZE,
        },
        {
            .mistake = "CL_MEM_COPY_HOST_PTR without a host pointer",
            .got = try_create(env, CL_MEM_COPY_HOST_PTR, &RGBA8, &fine, NULL),
            .want = CL_INVALID_HOST_PTR,
        },
        {
            .mistake = "a host pointer without a flag that uses it",
            .got = try_create(env, 0, &RGBA8, &fine, host),
            .want = CL_INVALID_HOST_PTR,
        },
        {
            .mistake = "a row pitch without a host pointer",
            .got = try_create(env, 0, &RGBA8, &pitch, NULL),
            .want = CL_INVALID_IMAGE_DESCRIPTOR,
        },
        {
            .mistake = "a row pitch shorter than a row of the host memory",
            .got = try_create(env, CL_MEM_COPY_HOST_PTR, &RGBA8, &narrow, host),
            .want = CL_INVALID_IMAGE_DESCRIPTOR,
        },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

static void report_queries(const ocl_env *env, ocl_report *report)
{
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 8,
                                 .image_height = 4 };
    cl_int err;
    cl_mem image = OCL_CREATE(clCreateImage(env->context, 0, &RGBA8, &desc, NULL, &err));
    cl_mem buffer = ocl_buffer(env, 0, 64, NULL);
    size_t width;
    const ocl_refusal refusals[] = {
        {
            .mistake = "a query for the width of a buffer",
            .got = clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof width, &width, NULL),
            .want = CL_INVALID_MEM_OBJECT,
        },
        {
            .mistake = "a query with too little room for the answer",
            .got = clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width / 2, &width, NULL),
            .want = CL_INVALID_VALUE,
        },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(buffer));
    OCL_CHECK(clReleaseMemObject(image));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_kinds_refusals",
                              .summary =
                                  "Images that must not be made, and questions with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_creation(&env, report);
    report_queries(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
