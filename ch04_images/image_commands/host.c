// SPDX-License-Identifier: MIT

#include "host.h"

enum { ROW_GAP = 10, SLICE_GAP };    // numbers of the random items

image_memory image_memory_new(cl_device_id device, const image_box *box, const image_part *part,
                              uint64_t seed)
{
    const bool gaps = !ocl_known_fault(device, "pitches of host memory");
    const size_t row =
        part->size[0] + (gaps ? (size_t)(ocl_random(seed, ROW_GAP) % 5) * box->pixel_bytes : 0);
    const size_t more =
        gaps && box->kind->axes == 3 ? (size_t)(ocl_random(seed, SLICE_GAP) % 3) : 0;
    image_memory host = { .layout = { .row_pitch = row,
                                      .slice_pitch = row * (part->region[1] + more) } };
    host.pitches = image_box_pitches(box, host.layout);
    host.bytes = ocl_rect_room(host.layout, part->size);
    host.data = ocl_alloc(host.bytes);
    ocl_fill_bytes(host.data, host.bytes, seed);
    return host;
}
