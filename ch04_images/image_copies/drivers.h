// SPDX-License-Identifier: MIT
//
// drivers - copies that some drivers cannot make.

#ifndef IMAGE_COPY_DRIVERS_H
#define IMAGE_COPY_DRIVERS_H

#include "shared/box.h"

// Whether the driver is known not to copy such images to buffers and back; then a note in the
// report says so.
bool image_buffer_left_out(cl_device_id device, ocl_report *report, const image_kind *kind);

// The same for copies from such images to images of all other kinds.
bool image_copies_left_out(cl_device_id device, ocl_report *report, const image_kind *kind);

// The same for a copy from one kind to another.
bool image_copy_left_out(cl_device_id device, ocl_report *report, const image_box *from,
                         const image_box *to);

// Where in a buffer the pixels of an image are to begin: at `offset`, in bytes.  rusticl 25.0
// multiplies dst_offset of clEnqueueCopyImageToBuffer by the size of a pixel, and so writes past
// the end of the buffer: the result is 0 there.
size_t image_copy_offset(cl_device_id device, size_t offset);

#endif
