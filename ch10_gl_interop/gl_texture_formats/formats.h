// SPDX-License-Identifier: MIT
//
// formats - the specification's table of texture formats and image formats, and what they mean.

#ifndef GL_TEXTURE_FORMATS_FORMATS_H
#define GL_TEXTURE_FORMATS_FORMATS_H

#include "shared/opengl/gl.h"

// How a kernel reads a channel: read_imagef, read_imagei, read_imageui.
enum { FLOATS, INTS, UINTS, READS };

// A type of channel.
typedef struct {
    const char *name;         // what follows GL_RGBA, GL_RG and GL_R
    GLenum internal[3];       // formats of textures with 4, 2 and 1 channels
    GLenum type;              // of a channel in the host's memory
    cl_channel_type image;    // the same for an image
    const char *image_name;
    int reads;
    size_t bytes;    // per channel
} format;

enum { FORMATS = 12, ORDERS = 3 };
extern const format TABLE[FORMATS];

// Channels of the orders; their names; OpenCL's and OpenGL's orders.
extern const size_t CHANNELS[ORDERS];
extern const cl_channel_order IMAGE_ORDERS[ORDERS];

// OpenGL's order for the host's memory: GL_RGBA, or GL_RGBA_INTEGER where channels are integers.
GLenum format_order(const format *f, int order);

// Random texels; floats are between 0 and 1.  Of the two bytes that mean -1 only -127 is there:
// Mesa 22 makes -1.0079 of the other one.
void format_fill(void *texels, const format *f, size_t channels, size_t count, uint64_t seed);

// The numbers that both libraries must read from `count` channels of texels: four of 32 bits per
// texel, where channels that are missing are 0, 0 and 1.
void format_ref(void *numbers, const format *f, size_t channels, size_t count, const void *texels);

// Whether these are the numbers of `what`: equal, or within 2 ULP of 1 for floats.
ocl_result format_verify(const char *what, const format *f, const void *got, const void *ref,
                         size_t count);

#endif
