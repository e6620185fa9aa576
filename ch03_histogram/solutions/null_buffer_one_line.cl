// SPDX-License-Identifier: MIT
//
// Exercise 3 of null_buffer: the weight, or 1 where there are none.
//
// out[i] = x[i] * weights[i], and odd[i] = whether that is odd, for i from 0 to n - 1.  One element
// per work-item.  The host may pass NULL for `weights`: all weights are 1.  It may pass NULL for
// `odd`: nobody needs it.
kernel void null_buffer_scale(global uint *restrict out, global uint *restrict odd,
                              global const uint *restrict x, global const uint *restrict weights,
                              ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    //: skeleton
    //: uint weight = 1;    // Here: what if there are weights?
    //: solution
    uint weight = weights ? weights[i] : 1;
    //: end
    uint y = x[i] * weight;
    out[i] = y;
    if (odd) odd[i] = y & 1;
}
