// SPDX-License-Identifier: MIT
//
// image_commands_refusals - wrong commands on images, which a driver must refuse.

#include "ocl.h"

static const cl_image_format RGBA8 = { CL_RGBA, CL_UNSIGNED_INT8 };
static const size_t START[3] = { 0, 0, 0 };

static cl_int try_write(const ocl_env *env, cl_mem image, const size_t origin[3],
                        const size_t region[3], size_t row)
{
    const unsigned char host[512] = { 0 };
    return clEnqueueWriteImage(env->queue, image, CL_TRUE, origin, region, row, 0, host, 0, NULL,
                               NULL);
}

static cl_int try_map(const ocl_env *env, cl_mem image, const size_t region[3], size_t *row,
                      size_t *slice)
{
    cl_int err;
    void *mapped = clEnqueueMapImage(env->queue, image, CL_TRUE, CL_MAP_READ, START, region, row,
                                     slice, 0, NULL, NULL, &err);
    if (mapped) OCL_CHECK(clEnqueueUnmapMemObject(env->queue, image, mapped, 0, NULL, NULL));
    return err;
}

static void report_refusals(const ocl_env *env, ocl_report *report)
{
    // A driver that accepts a mistake acts on it.  Two slices of a 2-D image and a missing pointer
    // cannot be made harmless: the drivers seen so far refuse them.
    const cl_image_desc flat = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = 8,
                                 .image_height = 4 };
    const cl_image_desc solid = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 8, .image_height = 4, .image_depth = 2
    };
    cl_int err;
    cl_mem image = OCL_CREATE(clCreateImage(env->context, 0, &RGBA8, &flat, NULL, &err));
    cl_mem secret =
        OCL_CREATE(clCreateImage(env->context, CL_MEM_HOST_NO_ACCESS, &RGBA8, &flat, NULL, &err));
    cl_mem box = OCL_CREATE(clCreateImage(env->context, 0, &RGBA8, &solid, NULL, &err));
    cl_mem buffer = ocl_buffer(env, 0, 128, NULL);
    const size_t all[3] = { 8, 4, 1 }, deep[3] = { 8, 4, 2 };
    const size_t empty[3] = { 8, 0, 1 }, top[3] = { 8, 2, 1 }, right[3] = { 1, 0, 0 };
    size_t row;
    const char *fault = ocl_known_fault(env->device, "a fill without a colour");
    if (fault) ocl_report_note(report, "a fill without a colour: left out, this driver %s", fault);
    const bool fills = !fault;
    const ocl_refusal refusals[] = {
        {
            .mistake = "a write past the right edge",
            .got = try_write(env, image, right, top, 0),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a region that has no rows",
            .got = try_write(env, image, START, empty, 0),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "two slices of a 2-D image",
            .got = try_write(env, image, START, deep, 0),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a row pitch shorter than a row",
            .got = try_write(env, image, START, all, 28),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a write to an image with CL_MEM_HOST_NO_ACCESS",
            .got = try_write(env, secret, START, all, 0),
            .want = CL_INVALID_OPERATION,
        },
        {
            .mistake = "a write of an image to a buffer",
            .got = try_write(env, buffer, START, all, 0),
            .want = CL_INVALID_MEM_OBJECT,
        },
        {
            .mistake = "a read without a place for the pixels",
            .got = clEnqueueReadImage(env->queue, image, CL_TRUE, START, all, 0, 0, NULL, 0, NULL,
                                      NULL),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a map without a place for the row pitch",
            .got = try_map(env, image, all, NULL, NULL),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a map without a place for the slice pitch",
            .got = try_map(env, box, deep, &row, NULL),
            .want = CL_INVALID_VALUE,
        },
        {
            .mistake = "a fill without a colour",    // the last one: it may be left out
            .got = fills ? clEnqueueFillImage(env->queue, image, NULL, START, all, 0, NULL, NULL)
                         : CL_SUCCESS,
            .want = CL_INVALID_VALUE,
        },
    };
    const size_t count = sizeof refusals / sizeof refusals[0] - !fills;
    ocl_report_refusals(report, env->device, refusals, count);
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseMemObject(buffer));
    OCL_CHECK(clReleaseMemObject(box));
    OCL_CHECK(clReleaseMemObject(secret));
    OCL_CHECK(clReleaseMemObject(image));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "image_commands_refusals",
                              .summary = "Commands on images with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
