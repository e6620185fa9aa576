// SPDX-License-Identifier: MIT
//
// device_image - what samples do with an OpenCL image when its creation is not their topic.

#ifndef OCL_DEVICE_IMAGE_H
#define OCL_DEVICE_IMAGE_H

#include "devices.h"
#include "image.h"
#include "verify.h"

// Exits with OCL_EXIT_SKIP where the device has no images.
void ocl_require_images(cl_device_id device);

// Whether a 2-D image of this format can be made with these flags on the device (asks the context).
bool ocl_has_image_format(const ocl_env *env, cl_mem_flags flags, cl_mem_object_type type,
                          cl_channel_order order, cl_channel_type data_type);

// A new 2-D image, tightly packed; `host` fills it when it is not NULL (CL_MEM_COPY_HOST_PTR).  Larger
// than the device's images: exits with OCL_EXIT_USAGE and the limit.  Release with clReleaseMemObject.
cl_mem ocl_image_2d(const ocl_env *env, cl_mem_flags flags, cl_channel_order order,
                    cl_channel_type data_type, size_t width, size_t height, const void *host);

#endif
