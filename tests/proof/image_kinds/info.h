// SPDX-License-Identifier: MIT
//
// info - what an image says about itself, compared and printed.

#ifndef IMAGE_INFO_H
#define IMAGE_INFO_H

#include "proof/ch04_images/box.h"

// The answers of clGetImageInfo, and two of clGetMemObjectInfo that say what an image is.
typedef struct {
    cl_image_format format;
    size_t element_size, width, height, depth, array_size, row_pitch, slice_pitch;
    cl_mem buffer;
    cl_uint mip_levels, samples;
    cl_mem_object_type type;
    cl_mem associated;
} image_info;

// Compares all answers with what the image of the box was made with.
ocl_result image_info_verify(cl_device_id device, const image_box *box, const image_info *info);

// A table with one row per image.
void image_info_print(ocl_report *report, const image_kind *const *kinds, const image_info *infos,
                      size_t count);

#endif
