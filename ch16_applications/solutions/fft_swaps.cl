// SPDX-License-Identifier: MIT
//
// Exercise 2 of fft: the bits are reversed in five steps, for any number of bits.

kernel void fft_reverse(global float2 *restrict y, global const float2 *restrict x, uint bits)
{
    uint i = get_global_id(0);
    if (i >= 1u << bits) return;
    uint v = i;
    v = v >> 16 | v << 16;                                // the halves change places
    v = (v & 0xff00ff00) >> 8 | (v & 0x00ff00ff) << 8;    // the bytes of each half
    v = (v & 0xf0f0f0f0) >> 4 | (v & 0x0f0f0f0f) << 4;    // the halves of each byte
    //: skeleton
    //: // Exercise 2 of fft: two more steps.
    //: solution
    v = (v & 0xcccccccc) >> 2 | (v & 0x33333333) << 2;    // pairs of bits
    v = (v & 0xaaaaaaaa) >> 1 | (v & 0x55555555) << 1;    // neighbours
    //: end
    // The index was in the lowest bits, and is in the highest ones now.
    uint reversed = bits > 0 ? v >> (32 - bits) : 0;
    y[reversed] = x[i];
}

// As in fft.cl.
kernel void fft_pass(global float2 *y, uint half_size, uint pairs)
{
    uint i = get_global_id(0);
    if (i >= pairs) return;
    uint k = i % half_size, low = 2 * (i - k) + k, high = low + half_size;

    float angle = -M_PI_F * k / half_size;
    float2 w = (float2)(cos(angle), sin(angle));
    float2 a = y[low], b = y[high];
    float2 turned = (float2)(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);    // w b
    y[low] = a + turned;
    y[high] = a - turned;
}
