// SPDX-License-Identifier: MIT
//
// frames - pictures of an animation, numbered.

#ifndef SHARED_FRAMES_H
#define SHARED_FRAMES_H

#include "ocl.h"

enum { MOST_FRAMES = 99 };

// Writes FILE of --output.  Of several frames 01 and so on stand before its ending.
void write_frame(const ocl_picture *picture, const char *path, size_t frame, size_t frames);

#endif
