// SPDX-License-Identifier: MIT
//
// host - host memory with gaps, as source and destination of commands.

#ifndef IMAGE_COMMAND_HOST_H
#define IMAGE_COMMAND_HOST_H

#include "shared/box.h"

typedef struct {
    unsigned char *data;    // free() it
    size_t bytes;
    ocl_rect layout;          // of the pixels in the memory
    image_pitches pitches;    // for the calls
} image_memory;

// Random bytes with room for a part of the box.  There are gaps of 0 to 4 pixels after each row and
// of 0 to 2 rows after each slice, unless the driver is known to ignore them.  The same seed gives
// the same bytes and gaps.
image_memory image_memory_new(cl_device_id device, const image_box *box, const image_part *part,
                              uint64_t seed);

#endif
