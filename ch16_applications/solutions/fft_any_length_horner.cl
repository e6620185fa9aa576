// SPDX-License-Identifier: MIT
//
// Exercise 2 of fft_any_length: a work-item reads one root w.  The sum of a, b and c times 1, w and
// w w is a + w (b + w c).

float2 product(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

kernel void fft_pass(global float2 *restrict out, global const float2 *restrict in,
                     global const float2 *restrict roots, uint m, uint radix, uint size, float sign)
{
    uint i = get_global_id(0), line = get_global_id(1), whole = radix * size;
    if (i >= m) return;
    uint block = i / whole, place = i - block * whole, k = place % size;
    global const float2 *from = in + line * m + block * size + k;
    float2 root = roots[place * (m / whole)];
    root.y *= sign;
    float2 sum = 0.0f;
    for (uint r = radix; r-- > 0;)
        //: skeleton
        //: // Exercise 2 of fft_any_length: which product is missing?
        //: sum = sum + from[r * (m / radix)];
        //: solution
        sum = product(root, sum) + from[r * (m / radix)];
    //: end
    out[line * m + i] = sum;
}

// As in fft_any_length.cl.
// Each line side by side in memory, times the numbers of `wave`, with zeros behind its end.
kernel void fft_load(global float2 *restrict lines, global const float2 *restrict picture,
                     global const float2 *restrict wave, uint n, uint m, uint step, uint pitch)
{
    uint j = get_global_id(0), line = get_global_id(1);
    if (j >= m) return;
    float2 number = 0.0f;
    if (j < n) number = product(wave[j], picture[j * step + line * pitch]);
    lines[line * m + j] = number;
}

// Each line times the same numbers.
kernel void fft_multiply(global float2 *restrict lines, global const float2 *restrict table, uint m)
{
    uint i = get_global_id(0), line = get_global_id(1);
    if (i < m) lines[line * m + i] = product(table[i], lines[line * m + i]);
}

// Back into the picture.
kernel void fft_store(global float2 *restrict picture, global const float2 *restrict lines,
                      global const float2 *restrict wave, uint n, uint m, uint step, uint pitch)
{
    uint k = get_global_id(0), line = get_global_id(1);
    if (k < n) picture[k * step + line * pitch] = product(wave[k], lines[line * m + k]);
}
