// SPDX-License-Identifier: MIT

#include "image_objects.h"

static const cl_image_format RGBA8 = { CL_RGBA, CL_UNSIGNED_INT8 };
static const size_t START[3] = { 0, 0, 0 };

// The status of clCreateImage: an image that should not be there is released again.
static cl_int image_refusals_create(const ocl_env *env, cl_mem_flags flags,
                                    const cl_image_format *format, const cl_image_desc *desc,
                                    void *host)
{
    cl_int err;
    cl_mem image = clCreateImage(env->context, flags, format, desc, host, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(image));
    return err;
}

static void image_refusals_of_creation(const ocl_env *env, ocl_report *report)
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
        { "an image without a format", image_refusals_create(env, 0, NULL, &fine, NULL),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0 },
        { "an image without a description", image_refusals_create(env, 0, &RGBA8, NULL, NULL),
          CL_INVALID_IMAGE_DESCRIPTOR, 0 },
        { "wider than the device allows", image_refusals_create(env, 0, &RGBA8, &wide, NULL),
          CL_INVALID_IMAGE_SIZE, OCL_OCLGRIND | OCL_POCL | OCL_NVIDIA },
        { "host data to copy, but none is given",
          image_refusals_create(env, CL_MEM_COPY_HOST_PTR, &RGBA8, &fine, NULL),
          CL_INVALID_HOST_PTR, 0 },
        { "host data, but no flag says what for",
          image_refusals_create(env, 0, &RGBA8, &fine, host), CL_INVALID_HOST_PTR, OCL_INTEL },
        { "a row pitch, but no host data", image_refusals_create(env, 0, &RGBA8, &pitch, NULL),
          CL_INVALID_IMAGE_DESCRIPTOR, OCL_OCLGRIND | OCL_POCL | OCL_NVIDIA },
        { "host data with rows longer than their pitch",
          image_refusals_create(env, CL_MEM_COPY_HOST_PTR, &RGBA8, &narrow, host),
          CL_INVALID_IMAGE_DESCRIPTOR, OCL_OCLGRIND | OCL_POCL | OCL_NVIDIA },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

static cl_int image_refusals_write(const ocl_env *env, cl_mem image, const size_t origin[3],
                                   const size_t region[3], size_t row, size_t slice)
{
    const unsigned char host[512] = { 0 };
    return clEnqueueWriteImage(env->queue, image, CL_TRUE, origin, region, row, slice, host, 0,
                               NULL, NULL);
}

static cl_int image_refusals_copy(const ocl_env *env, cl_mem from, cl_mem to, size_t x,
                                  const size_t region[3])
{
    const size_t origin[3] = { x, 0, 0 };
    return clEnqueueCopyImage(env->queue, from, to, START, origin, region, 0, NULL, NULL);
}

static cl_int image_refusals_map(const ocl_env *env, cl_mem image, const size_t region[3],
                                 size_t *row, size_t *slice)
{
    cl_int err;
    void *mapped = clEnqueueMapImage(env->queue, image, CL_TRUE, CL_MAP_READ, START, region, row,
                                     slice, 0, NULL, NULL, &err);
    if (err == CL_SUCCESS)
        OCL_CHECK(clEnqueueUnmapMemObject(env->queue, image, mapped, 0, NULL, NULL));
    return err;
}

void image_refusals(const ocl_env *env, ocl_report *report)
{
    image_refusals_of_creation(env, report);

    // Drivers that accept a mistake act on it.  Behind the buffer, which holds half of the image, is room for the
    // other half, and behind a short answer for a long one.  Two slices of one and no memory at all could not be
    // made harmless: the drivers seen so far refuse the slices and take no harm from the rest.
    // An 8 x 4 image, a private one, one of another format, an 8 x 4 x 2 image, and the buffer.
    const cl_image_format other = { CL_RGBA, CL_UNORM_INT8 };
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
    cl_mem unlike = OCL_CREATE(clCreateImage(env->context, 0, &other, &flat, NULL, &err));
    cl_mem box = OCL_CREATE(clCreateImage(env->context, 0, &RGBA8, &solid, NULL, &err));
    cl_mem whole = ocl_buffer(env, 0, 128, NULL);
    const cl_buffer_region half = { 0, 64 };
    cl_mem buffer =
        OCL_CREATE(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &err));
    const size_t all[3] = { 8, 4, 1 }, part[3] = { 4, 4, 1 }, deep[3] = { 8, 4, 2 };
    const size_t empty[3] = { 8, 0, 1 }, top[3] = { 8, 2, 1 }, right[3] = { 1, 0, 0 };
    size_t row, width;
    const ocl_refusal refusals[] = {
        { "a write past the right edge", image_refusals_write(env, image, right, top, 0, 0),
          CL_INVALID_VALUE, OCL_OCLGRIND },
        { "a region without rows", image_refusals_write(env, image, START, empty, 0, 0),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_POCL | OCL_INTEL | OCL_NVIDIA },
        { "two slices of a 2-D image", image_refusals_write(env, image, START, deep, 0, 0),
          CL_INVALID_VALUE, 0 },
        { "rows longer than their pitch", image_refusals_write(env, image, START, all, 28, 0),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_POCL | OCL_INTEL },
        { "a write to an image that is none of the host's business",
          image_refusals_write(env, secret, START, all, 0, 0), CL_INVALID_OPERATION, 0 },
        { "a write of an image to a buffer", image_refusals_write(env, buffer, START, all, 0, 0),
          CL_INVALID_MEM_OBJECT, OCL_OCLGRIND | OCL_NVIDIA },
        { "a read to nowhere",
          clEnqueueReadImage(env->queue, image, CL_TRUE, START, all, 0, 0, NULL, 0, NULL, NULL),
          CL_INVALID_VALUE, 0 },
        { "a copy to another format", image_refusals_copy(env, image, unlike, 0, all),
          CL_IMAGE_FORMAT_MISMATCH, 0 },
        { "a copy past the right edge", image_refusals_copy(env, image, box, 1, top),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_POCL },
        { "a copy onto itself", image_refusals_copy(env, image, image, 1, part),
          CL_MEM_COPY_OVERLAP, OCL_OCLGRIND },
        { "a copy past the end of a buffer",
          clEnqueueCopyImageToBuffer(env->queue, image, buffer, START, all, 0, 0, NULL, NULL),
          CL_INVALID_VALUE, 0 },
        { "a copy of more than a buffer has",
          clEnqueueCopyBufferToImage(env->queue, buffer, image, 0, START, all, 0, NULL, NULL),
          CL_INVALID_VALUE, 0 },
        { "a fill without a colour",
          clEnqueueFillImage(env->queue, image, NULL, START, all, 0, NULL, NULL), CL_INVALID_VALUE,
          OCL_INTEL },
        { "a map that cannot say its row pitch", image_refusals_map(env, image, all, NULL, NULL),
          CL_INVALID_VALUE, OCL_NVIDIA },
        { "a map that cannot say its slice pitch", image_refusals_map(env, box, deep, &row, NULL),
          CL_INVALID_VALUE, OCL_OCLGRIND | OCL_NVIDIA },
        { "a buffer asked for its width",
          clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof width, &width, NULL), CL_INVALID_MEM_OBJECT,
          OCL_OCLGRIND | OCL_POCL },
        { "no room for the answer",
          clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width / 2, &width, NULL), CL_INVALID_VALUE,
          0 },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseMemObject(buffer));
    OCL_CHECK(clReleaseMemObject(whole));
    OCL_CHECK(clReleaseMemObject(box));
    OCL_CHECK(clReleaseMemObject(unlike));
    OCL_CHECK(clReleaseMemObject(secret));
    OCL_CHECK(clReleaseMemObject(image));
}
