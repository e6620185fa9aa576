// SPDX-License-Identifier: MIT
//
// uuid - the number that OpenCL, OpenGL and Vulkan all give to the same hardware.

#ifndef GL_INFO_UUID_H
#define GL_INFO_UUID_H

#include "ocl.h"

// 16 bytes as hexadecimal digits; empty where the driver does not say the number.
typedef struct {
    char text[33];
} uuid_text;

// Of an OpenCL device, by cl_khr_device_uuid.
uuid_text uuid_of_device(cl_device_id device);

// Of the graphics device of the current OpenGL context, by GL_EXT_memory_object.
uuid_text uuid_of_graphics(void);

#endif
