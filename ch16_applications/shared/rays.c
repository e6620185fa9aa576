// SPDX-License-Identifier: MIT

#include "rays.h"

static const double PI = 3.14159265358979323846;

view look(size_t width, size_t height, size_t side, double angle)
{
    const double a = angle * PI / 180.0, b = 0.45;
    const double pitch = 74.0 / 64.0 * (double)side / (double)(width < height ? width : height);
    const double right[3] = { cos(a), 0.0, -sin(a) };
    const double forward[3] = { sin(a) * cos(b), sin(b), cos(a) * cos(b) };
    const double down[3] = { -sin(a) * sin(b), cos(b), -cos(a) * sin(b) };
    view v = { .width = width, .height = height, .side = side, .steps = 2 * side };
    for (int c = 0; c < 3; c++) {
        v.right.s[c] = (float)(right[c] * pitch);
        v.down.s[c] = (float)(down[c] * pitch);
        v.forward.s[c] = (float)forward[c];
        v.light.s[c] = (float)(-0.9 * right[c] - 1.2 * down[c] - 0.9 * forward[c]);
        v.start.s[c] =
            (float)((double)side / 2.0 - right[c] * pitch * (double)(width - 1) / 2.0 -
                    down[c] * pitch * (double)(height - 1) / 2.0 - forward[c] * (double)side);
    }
    return v;
}
