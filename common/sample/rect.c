// SPDX-License-Identifier: MIT

#include "rect.h"

#include <stdint.h>

ocl_rect ocl_rect_resolve(ocl_rect rect, const size_t region[3])
{
    if (rect.row_pitch == 0) rect.row_pitch = region[0];
    if (rect.slice_pitch == 0) rect.slice_pitch = region[1] * rect.row_pitch;
    return rect;
}

size_t ocl_rect_offset(ocl_rect rect, const size_t region[3], size_t x, size_t y, size_t z)
{
    rect = ocl_rect_resolve(rect, region);
    return (rect.origin[2] + z) * rect.slice_pitch + (rect.origin[1] + y) * rect.row_pitch +
           rect.origin[0] + x;
}

size_t ocl_rect_room(ocl_rect rect, const size_t region[3])
{
    rect = ocl_rect_resolve(rect, region);
    const size_t last = (rect.origin[2] + region[2] - 1) * rect.slice_pitch;
    const size_t rows = (rect.origin[1] + region[1]) * rect.row_pitch;
    return last + (rows > rect.slice_pitch ? rows : rect.slice_pitch);
}

void ocl_rect_copy(void *to, ocl_rect to_rect, const void *from, ocl_rect from_rect,
                   const size_t region[3])
{
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++) {
            uint8_t *to_row = (uint8_t *)to + ocl_rect_offset(to_rect, region, 0, y, z);
            const uint8_t *from_row =
                (const uint8_t *)from + ocl_rect_offset(from_rect, region, 0, y, z);
            for (size_t x = 0; x < region[0]; x++)
                to_row[x] = from_row[x];
        }
}

bool ocl_rect_overlap(ocl_rect a, ocl_rect b, const size_t region[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (a.origin[axis] + region[axis] <= b.origin[axis] ||
            b.origin[axis] + region[axis] <= a.origin[axis])
            return false;
    return true;
}
