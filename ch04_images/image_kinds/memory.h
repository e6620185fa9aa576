// SPDX-License-Identifier: MIT
//
// memory - an image and the memory that it is made from have the same contents.

#ifndef IMAGE_MEMORY_H
#define IMAGE_MEMORY_H

#include "host.h"

// An image with CL_MEM_USE_HOST_PTR: while it is mapped, its host memory has what a command has
// written to the image.
ocl_result image_memory_host(const ocl_env *env, image_box *box, const image_host *host,
                             uint64_t seed);

// An image of a buffer: what a command has written to one of them is read from the other.
ocl_result image_memory_buffer(const ocl_env *env, image_box *box, uint64_t seed);

#endif
