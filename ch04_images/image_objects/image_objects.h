// SPDX-License-Identifier: MIT
//
// image_objects.h - the parts of the sample, a file for each.

#ifndef IMAGE_OBJECTS_H
#define IMAGE_OBJECTS_H

#include "box.h"

// moves.c: pixels on their way into, out of and between images.  Each function works on a part that the
// seed draws (0: on all of the image), on the device and in the box, and compares all that could have changed.

// From and to host memory with gaps: clEnqueueWriteImage, clEnqueueReadImage.
ocl_result image_moves_host(const ocl_env *env, image_box *box, uint64_t seed);

// An image that is made in the host's own memory, of any kind but those made from a buffer: a map has the pixels
// there (CL_MEM_USE_HOST_PTR).
ocl_result image_moves_use(const ocl_env *env, const image_box *like);

// A map to read, then one to write: clEnqueueMapImage, clEnqueueUnmapMemObject.
ocl_result image_moves_map(const ocl_env *env, image_box *box, uint64_t seed);

// To a buffer, and back to another place: clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage.
ocl_result image_moves_buffer(const ocl_env *env, image_box *box, uint64_t seed);

// A colour for all: clEnqueueFillImage.
ocl_result image_moves_fill(const ocl_env *env, image_box *box, uint64_t seed);

// From one image to another, of any two kinds: clEnqueueCopyImage.
ocl_result image_moves_copy(const ocl_env *env, const image_box *from, image_box *to,
                            uint64_t seed);

// What the buffer of an image holds is what the image holds, both ways.
ocl_result image_moves_shared(const ocl_env *env, image_box *box, uint64_t seed);

// fill.c: a row a format, of how clEnqueueFillImage makes the colour fit it.
void image_fill_formats(const ocl_env *env, ocl_report *report, uint64_t seed);

// info.c: all queries of all images, side by side: clGetImageInfo, clGetMemObjectInfo.
ocl_result image_info_queries(const ocl_env *env, ocl_report *report, const image_box *boxes,
                              size_t count);

// old.c: the calls of OpenCL 1.1 that clCreateImage replaced, clCreateImage2D and clCreateImage3D.
ocl_result image_old_verify(const ocl_env *env, uint64_t seed);

// refusals.c: what a driver must not accept.
void image_refusals(const ocl_env *env, ocl_report *report);

#endif
