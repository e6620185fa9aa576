// SPDX-License-Identifier: MIT
//
// device_image - short forms for samples in which the creation of images is not the topic.

#ifndef OCL_DEVICE_IMAGE_H
#define OCL_DEVICE_IMAGE_H

#include "env.h"

// Exits with OCL_EXIT_SKIP where the device has no images.
void ocl_require_images(cl_device_id device);

// Whether the context lists this format for images of this type and flags.
bool ocl_has_image_format(const ocl_env *env, cl_mem_flags flags, cl_mem_object_type type,
                          cl_image_format format);

// Whether a 2-D image of the device can have extents[0] x extents[1] pixels.
bool ocl_fits_image_2d(cl_device_id device, const size_t extents[2]);

// Exits with OCL_EXIT_USAGE where extents[0] x extents[1] pixels are more than a 2-D image of the
// device can have; the message has the device's limit.
void ocl_require_image_2d(cl_device_id device, const size_t extents[2]);

// A new 2-D image of extents[0] x extents[1] pixels.  When `host` is not NULL, its rows, which have
// no padding, fill the image (CL_MEM_COPY_HOST_PTR).  Calls ocl_require_image_2d first.  Release it
// with clReleaseMemObject.
cl_mem ocl_image_2d(const ocl_env *env, cl_mem_flags flags, cl_image_format format,
                    const size_t extents[2], const void *host);

#endif
