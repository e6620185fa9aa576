// SPDX-License-Identifier: MIT
//
// Bits seen as another type: as_T, a union, masks.  One work-item per number or vector.

typedef union {
    float f;
    uint u;
} float_or_uint;

// Row r of out has one way to look at the bits of a float: out[r * n + i].
kernel void reinterpret_float(global uint *restrict out, global const float *restrict in, ulong n)
{
    size_t i = get_global_id(0);
    float x = in[i];
    float_or_uint both;
    both.f = x;
    uint bits = as_uint(x);
    int number = as_int(x);
    global uint *row = out + i;
    row[0 * n] = bits;
    row[1 * n] = both.u;                                    // the same through a union
    row[2 * n] = bits >> 31;                                // sign: 1 for negative
    row[3 * n] = (bits >> 23) & 0xff;                       // exponent + 127
    row[4 * n] = bits & 0x7fffff;                           // the fraction behind 1.
    row[5 * n] = as_uint(as_float(bits & 0x7fffffff));      // the magnitude
    row[6 * n] = as_uint(as_float(bits ^ 0x80000000));      // the other sign
    row[7 * n] = number ^ ((number >> 31) & 0x7fffffff);    // an int with the order of the floats
}

// out[i] = f[i] where f[i] < g[i], else 0.  A true lane is -1: all bits set.
kernel void reinterpret_mask(global float4 *restrict out, global const float4 *restrict f,
                             global const float4 *restrict g)
{
    size_t i = get_global_id(0);
    int4 is_less = f[i] < g[i];
    out[i] = as_float4(as_int4(f[i]) & is_less);
}

// Vectors of 16 bytes with other components.  Row r of out: out[r * n + i].
kernel void reinterpret_vectors(global uint4 *restrict out, global const uint4 *restrict in,
                                ulong n)
{
    size_t i = get_global_id(0);
    uint4 x = in[i];
    global uint4 *row = out + i;
    row[0 * n] = as_uint4(as_uchar16(x).sFEDCBA9876543210);    // all bytes backwards
    row[1 * n] = as_uint4(as_ushort8(x).s10325476);            // the halves of each uint exchanged
    row[2 * n] = as_uint4(as_ulong2(x) << 8);                  // shifted through two uints
    row[3 * n] = as_uint4(as_float4(x).wzyx);                  // moved as floats: no bit changes
    row[4 * n] = (uint4)(as_uint3(x), 7);                      // the first three of four
}
