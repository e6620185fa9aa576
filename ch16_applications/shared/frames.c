// SPDX-License-Identifier: MIT
//
// frames - pictures of an animation, numbered.

#include "frames.h"

void write_frame(const ocl_picture *picture, const char *path, size_t frame, size_t frames)
{
    ocl_growing name = { 0 };
    const char *ending = strrchr(path, '.');
    ocl_append_text(&name, path);
    name.bytes = (size_t)(ending - path);
    if (frames > 1) ocl_append_format(&name, "%02zu", frame);
    ocl_append_text(&name, ending);
    ocl_output_picture(picture, name.text);
    free(name.text);
}
