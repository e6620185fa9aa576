// SPDX-License-Identifier: MIT
//
// fft - the frequencies in n numbers, n a power of two.
//
// A float2 is a complex number: x is its real part, y its imaginary part.

// Puts each number where the passes want it: at its index with the bits in reverse order.
//
//     x    0   1   2   3   4   5   6   7        in bits    000 001 010 011 100 101 110 111
//     y    0   4   2   6   1   5   3   7        reversed   000 100 010 110 001 101 011 111
kernel void fft_reverse(global float2 *restrict y, global const float2 *restrict x, uint bits)
{
    uint i = get_global_id(0);
    if (i >= 1u << bits) return;
    uint reversed = 0;
    for (uint bit = 0; bit < bits; bit++)
        if (i >> bit & 1) reversed |= 1u << (bits - 1 - bit);
    y[reversed] = x[i];
}

// One pass: two spectra of half_size numbers each become one of twice as many.  A work-item makes
// two of its numbers, and nobody else reads or writes these places.
//
//     half_size = 1    (0 1) (2 3) (4 5) (6 7)
//     half_size = 2    (0 2) (1 3) (4 6) (5 7)
//     half_size = 4    (0 4) (1 5) (2 6) (3 7)
//
// Work-item 5 with half_size = 2 has k = 1, and makes the numbers 9 and 11.
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
