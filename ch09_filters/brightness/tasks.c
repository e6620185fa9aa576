// SPDX-License-Identifier: MIT

#include "tasks.h"

const char *const BRIGHTNESS_TASKS[] = { "none", "invert", "grey", "swap", NULL };

// Channel c of a pixel: red, green, blue or alpha.
static double channel_of(const double rgba[4], size_t c, size_t task)
{
    if (c == 3) return rgba[3];
    if (task == TASK_INVERT) return 255.0 - rgba[c];
    if (task == TASK_SWAP) return rgba[2 - c];
    return floor((77.0 * rgba[0] + 150.0 * rgba[1] + 29.0 * rgba[2] + 128.0) / 256.0);
}

void brightness_task_ref(plane *out, const plane *in, size_t task)
{
    for (size_t y = 0; y < in->height; y++)
        for (size_t x = 0; x < in->width; x++) {
            double rgba[4];
            for (size_t c = 0; c < 4; c++)
                rgba[c] = plane_at(in, (ptrdiff_t)x, (ptrdiff_t)y, c, BORDER_EDGE);
            for (size_t c = 0; c < 4; c++)
                plane_set(out, x, y, c, channel_of(rgba, c, task));
        }
}
