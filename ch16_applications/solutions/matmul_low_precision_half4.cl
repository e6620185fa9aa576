// SPDX-License-Identifier: MIT
//
// Exercise 2 of matmul_low_precision: four halves at a time.

kernel void product_half(global float *restrict c, global const half *restrict a,
                         global const half *restrict b, uint n, uint k)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n) return;
    float sum = 0.0f;
    for (uint i = 0; i < k / 4; i++)
        //: skeleton
        //: // Exercise 2 of matmul_low_precision: only one of four products is made here.
        //: sum += vload_half(4 * i + row * k, a) * vload_half(4 * i + column * k, b);
        //: solution
        sum += dot(vload_half4(row * (k / 4) + i, a), vload_half4(column * (k / 4) + i, b));
    //: end
    c[row * n + column] = sum;
}

// As in matmul_low_precision.cl.
// 4 bytes: a float.
kernel void product_float(global float *restrict c, global const float *restrict a,
                          global const float *restrict b, uint n, uint k)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n) return;
    float sum = 0.0f;
    for (uint i = 0; i < k; i++)
        sum += a[row * k + i] * b[column * k + i];
    c[row * n + column] = sum;
}

// 2 bytes: a bfloat16 is the upper half of a float.  8 bits of exponent as there, 7 of fraction.
float of_bfloat(ushort bits)
{
    return as_float((uint)bits << 16);
}

kernel void product_bfloat16(global float *restrict c, global const ushort *restrict a,
                             global const ushort *restrict b, uint n, uint k)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n) return;
    float sum = 0.0f;
    for (uint i = 0; i < k; i++)
        sum += of_bfloat(a[row * k + i]) * of_bfloat(b[column * k + i]);
    c[row * n + column] = sum;
}

// 1 byte: a whole number from -127 to 127 stands for -1 to 1.  The sum is a whole number, too, and
// exact.  Four at a time: devices have instructions for that, and with -DDOT the function of
// cl_khr_integer_dot_product reaches them.
int product_of_four(char4 a, char4 b)
{
#ifdef DOT
    return dot(a, b);
#else
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
#endif
}

kernel void product_int8(global int *restrict c, global const char4 *restrict a,
                         global const char4 *restrict b, uint n, uint k)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n) return;
    int sum = 0;
    for (uint i = 0; i < k / 4; i++)
        sum += product_of_four(a[row * (k / 4) + i], b[column * (k / 4) + i]);
    c[row * n + column] = sum;
}
