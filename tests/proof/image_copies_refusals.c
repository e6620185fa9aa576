// SPDX-License-Identifier: MIT
//
// image_copies_refusals - wrong copies on images, which a driver must refuse.

#include "ocl.h"

static const cl_image_format RGBA8 = { CL_RGBA, CL_UNSIGNED_INT8 };
static const size_t START[3] = { 0, 0, 0 };

static cl_int try_copy(const ocl_env *env, cl_mem from, cl_mem to, size_t x, const size_t region[3])
{
    const size_t origin[3] = { x, 0, 0 };
    return clEnqueueCopyImage(env->queue, from, to, START, origin, region, 0, NULL, NULL);
}

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    // A driver that accepts a mistake acts on it.  The buffer holds half of the image and is itself
    // half of a larger buffer, so that a copy past its end does no harm.
    const cl_image_format other = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc flat = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 8,
                                 .image_height = 4 };
    const cl_image_desc solid = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 8, .image_height = 4, .image_depth = 2
    };
    cl_int err;
    cl_mem image = OCL_CREATE(clCreateImage(env->context, 0, &RGBA8, &flat, NULL, &err));
    cl_mem unlike = OCL_CREATE(clCreateImage(env->context, 0, &other, &flat, NULL, &err));
    cl_mem box = OCL_CREATE(clCreateImage(env->context, 0, &RGBA8, &solid, NULL, &err));
    cl_mem whole = ocl_buffer(env, 0, 128, NULL);
    const cl_buffer_region half = { 0, 64 };
    cl_mem buffer =
        OCL_CREATE(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &err));
    const size_t all[3] = { 8, 4, 1 }, part[3] = { 4, 4, 1 }, top[3] = { 8, 2, 1 };
    const ocl_refusal refusals[] = {
        {
            .mistake = "a copy to another format",
            .got = try_copy(env, image, unlike, 0, all),
            .want = CL_IMAGE_FORMAT_MISMATCH,
        },
        {
            .mistake = "a copy past the right edge",
            .got = try_copy(env, image, box, 1, top),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a copy onto itself",
            .got = try_copy(env, image, image, 1, part),
            .want = CL_MEM_COPY_OVERLAP,
        },
        {
            .mistake = "a copy past the end of a buffer",
            .got =
                clEnqueueCopyImageToBuffer(env->queue, image, buffer, START, all, 0, 0, NULL, NULL),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a copy of more bytes than the buffer has",
            .got =
                clEnqueueCopyBufferToImage(env->queue, buffer, image, 0, START, all, 0, NULL, NULL),
            .want = CL_INVALID_VALUE,
        },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseMemObject(buffer));
    OCL_CHECK(clReleaseMemObject(whole));
    OCL_CHECK(clReleaseMemObject(box));
    OCL_CHECK(clReleaseMemObject(unlike));
    OCL_CHECK(clReleaseMemObject(image));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_copies_refusals",
                              .summary = "Copies of images with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
