// SPDX-License-Identifier: MIT
//
// Exercise 4 of null_buffer: a product is odd if both factors are.
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
    uint y = x[i];
    if (weights) y *= weights[i];
    out[i] = y;
    //: skeleton
    //: if (odd) odd[i] = x[i] & 1;    // Here: the weight, if there is one
    //: solution
    if (odd) odd[i] = x[i] & (weights ? weights[i] : 1) & 1;
    //: end
}
