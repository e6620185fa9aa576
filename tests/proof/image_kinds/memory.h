// SPDX-License-Identifier: MIT
//
// memory - host memory that an image is made from; both have the same contents.

#ifndef IMAGE_MEMORY_H
#define IMAGE_MEMORY_H

#include "proof/ch04_images/box.h"

typedef struct {
    unsigned char *data;    // free() it
    size_t bytes;
    ocl_rect layout;          // of all pixels in the memory
    image_pitches pitches;    // for the description of the image
} image_host;

// The pixels of a box.  There is a gap of 3 pixels after each row and of 2 rows after each slice.
// The memory for an image's buffer has no gaps, except those that the device asks for.  `flags`
// says what clCreateImage will do with the memory: CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR.
image_host image_host_new(const ocl_env *env, const image_box *box, cl_mem_flags flags);

// Whether the driver is known to copy not all of host memory into such an image; then a note in the
// report says so.
bool image_host_left_out(cl_device_id device, ocl_report *report, const image_kind *kind);

// An image with CL_MEM_USE_HOST_PTR: while it is mapped, its host memory has what a command has
// written to the image.
ocl_result image_memory_host(const ocl_env *env, image_box *box, const image_host *host,
                             uint64_t seed);

// An image of a buffer: what a command has written to one of them is read from the other.
ocl_result image_memory_buffer(const ocl_env *env, image_box *box, uint64_t seed);

#endif
