// SPDX-License-Identifier: MIT
//
// buffer_flags - squares: one number per work-item, and as many work-items as numbers.

kernel void buffer_flags(global uint *restrict out, global const uint *restrict in)
{
    size_t i = get_global_id(0);
    out[i] = in[i] * in[i];
}
