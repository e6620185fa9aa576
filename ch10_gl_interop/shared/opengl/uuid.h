// SPDX-License-Identifier: MIT
//
// uuid - the number that OpenCL, OpenGL and Vulkan all give to the same hardware.

#ifndef CH10_OPENGL_UUID_H
#define CH10_OPENGL_UUID_H

#include "ocl.h"

enum { UUID_BYTES = 16 };

// The bytes as hexadecimal digits; empty where the driver does not say the number.
typedef struct {
    char text[2 * UUID_BYTES + 1];
} uuid_text;

uuid_text uuid_of_bytes(const cl_uchar bytes[UUID_BYTES]);

// Of an OpenCL device, by cl_khr_device_uuid.
uuid_text uuid_of_device(cl_device_id device);

// Of the graphics device of the current OpenGL context, by GL_EXT_memory_object.
uuid_text uuid_of_graphics(void);

#endif
