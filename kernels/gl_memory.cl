// SPDX-License-Identifier: MIT
//
// OpenCL's turn: each pixel becomes another one.  One work-item per pixel.

kernel void gl_memory(global uint *restrict pixels, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    pixels[i] = 3 * pixels[i] + (uint)i;
}
