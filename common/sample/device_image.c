// SPDX-License-Identifier: MIT

#include "device_image.h"

#include "attributes.h"
#include "system/memory.h"

#include <stdlib.h>

void ocl_require_images(cl_device_id device)
{
    if (!ocl_device_number(device, CL_DEVICE_IMAGE_SUPPORT))
        ocl_exit(OCL_EXIT_SKIP, "the device has no images (CL_DEVICE_IMAGE_SUPPORT is false)");
}

bool ocl_has_image_format(const ocl_env *env, cl_mem_flags flags, cl_mem_object_type type,
                          cl_image_format format)
{
    cl_uint count;
    OCL_CHECK(clGetSupportedImageFormats(env->context, flags, type, 0, NULL, &count));
    if (count == 0) return false;
    cl_image_format *formats = ocl_alloc(count * sizeof *formats);
    OCL_CHECK(clGetSupportedImageFormats(env->context, flags, type, count, formats, NULL));
    bool found = false;
    for (cl_uint i = 0; i < count; i++)
        found |= formats[i].image_channel_order == format.image_channel_order &&
                 formats[i].image_channel_data_type == format.image_channel_data_type;
    free(formats);
    return found;
}

bool ocl_fits_image_2d(cl_device_id device, const size_t extents[2])
{
    return extents[0] <= ocl_device_number(device, CL_DEVICE_IMAGE2D_MAX_WIDTH) &&
           extents[1] <= ocl_device_number(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
}

void ocl_require_image_2d(cl_device_id device, const size_t extents[2])
{
    const cl_ulong max_width = ocl_device_number(device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
    const cl_ulong max_height = ocl_device_number(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
    if (!ocl_fits_image_2d(device, extents))
        ocl_exit(
            OCL_EXIT_USAGE,
            "%zux%zu pixels: the device's images have at most %llux%llu; use a smaller picture",
            extents[0], extents[1], (unsigned long long)max_width, (unsigned long long)max_height);
}

cl_mem ocl_image_2d(const ocl_env *env, cl_mem_flags flags, cl_image_format format,
                    const size_t extents[2], const void *host)
{
    ocl_require_image_2d(env->device, extents);
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = extents[0],
                                 .image_height = extents[1] };
    cl_int err;
    if (host) flags |= CL_MEM_COPY_HOST_PTR;
    return OCL_CREATE(clCreateImage(env->context, flags, &format, &desc, (void *)host,
                                    &err));    // the call only reads it
}
