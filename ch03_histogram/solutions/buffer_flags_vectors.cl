// SPDX-License-Identifier: MIT
//
// Exercise 3 of buffer_flags: four squares at once.
//
// buffer_flags - squares: one number per work-item, and as many work-items as numbers.

kernel void buffer_flags(global uint *restrict out, global const uint *restrict in)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    if (4 * i + 4 <= n) {
        uint4 four = vload4(i, in);
        vstore4(four * four, i, out);
    }
    //: skeleton
    //: // Here: up to three numbers are left.
    //: solution
    size_t last = n / 4 * 4 + i;    // up to three numbers are left
    if (last < n) out[last] = in[last] * in[last];
    //: end
}
