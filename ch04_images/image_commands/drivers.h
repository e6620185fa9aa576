// SPDX-License-Identifier: MIT
//
// drivers - commands that some drivers cannot execute on some kinds of images.

#ifndef IMAGE_COMMAND_DRIVERS_H
#define IMAGE_COMMAND_DRIVERS_H

#include "shared/box.h"

typedef enum { FILL, WRITE_AND_READ, MAP, TO_BUFFER, COPY, COMMAND_COUNT } image_command;
extern const char *const IMAGE_COMMANDS[COMMAND_COUNT];    // in the rows of the report

// What the device's driver is known to do wrong; NULL: nothing.
const char *image_command_fault(cl_device_id device, const image_kind *kind, image_command command);

// Whether there is a fault; then a note in the report says so.
bool image_command_left_out(cl_device_id device, ocl_report *report, const image_kind *kind,
                            image_command command);

// The same for a copy from one kind to another.
bool image_copy_left_out(cl_device_id device, ocl_report *report, const image_box *from,
                         const image_box *to);

// Where in a buffer the pixels of an image are to begin: at `offset`, in bytes.  rusticl 25.0
// multiplies dst_offset of clEnqueueCopyImageToBuffer by the size of a pixel, and so writes past
// the end of the buffer: the result is 0 there.
size_t pixels_offset(cl_device_id device, size_t offset);

#endif
