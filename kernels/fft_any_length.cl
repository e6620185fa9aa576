// SPDX-License-Identifier: MIT
//
// fft_any_length - spectra of many lines at once, of any length: the rows of a picture, then its
// columns.
//
// In all kernels, dimension 1 of the NDRange counts the lines.  A line has n numbers, in the
// picture `step` apart, and its first number is `pitch` behind that of the line before.  In `lines`
// it has m places.

float2 product(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

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

// One pass: `radix` spectra of `size` numbers each become one of radix * size numbers.  A work-item
// makes one of them.  From in to out, each number comes to the place where the next pass wants it.
//
//     m = 6    radix = 3, size = 1    in[0] in[2] in[4]  ->  out[0] out[1] out[2]
//                                     in[1] in[3] in[5]  ->  out[3] out[4] out[5]
//              radix = 2, size = 3    in[0] in[3]        ->  out[0] out[3]
//                                     in[1] in[4]        ->  out[1] out[4]
//                                     in[2] in[5]        ->  out[2] out[5]
//
// roots[i] is cos(2 pi i / m) + sqrt(-1) sin(2 pi i / m).  The sign is -1 for a spectrum, and 1 for
// the way back.
kernel void fft_pass(global float2 *restrict out, global const float2 *restrict in,
                     global const float2 *restrict roots, uint m, uint radix, uint size, float sign)
{
    uint i = get_global_id(0), line = get_global_id(1), whole = radix * size;
    if (i >= m) return;
    uint block = i / whole, place = i - block * whole, k = place % size;
    global const float2 *from = in + line * m + block * size + k;
    float2 sum = 0.0f;
    for (uint r = 0; r < radix; r++) {
        float2 root = roots[r * place % whole * (m / whole)];
        sum += product((float2)(root.x, sign * root.y), from[r * (m / radix)]);
    }
    out[line * m + i] = sum;
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
