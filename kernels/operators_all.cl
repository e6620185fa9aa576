// SPDX-License-Identifier: MIT
//
// All operators of OpenCL C, on numbers and on vectors.
//
// T    int, int2, int4, int8 or int16: the text is the same for all
// F    float with the same number of components
// RULES    defined: only what surprises

#if !defined(T) || !defined(F)
#error T and F are the types of the operands, such as int4 and float4
#endif

#ifndef RULES
// One work-item per T.  Row r of out has the results of one operator: out[r * n + i].
kernel void operators_all_int(global T *restrict out, global const T *restrict a,
                              global const T *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    T x = a[i], y = b[i], z;
    global T *row = out + i;
    row[0 * n] = +x;
    row[1 * n] = -x;
    row[2 * n] = x + y;
    row[3 * n] = x - y;
    row[4 * n] = x * y;
    row[5 * n] = x / y;
    row[6 * n] = x % y;
    z = x;
    row[7 * n] = z++;
    row[8 * n] = z;
    row[9 * n] = --z;
    row[10 * n] = ~x;
    row[11 * n] = x & y;
    row[12 * n] = x | y;
    row[13 * n] = x ^ y;
    row[14 * n] = x << y;    // by y modulo 32
    row[15 * n] = x >> y;
    row[16 * n] = x < y;
    row[17 * n] = x > y;
    row[18 * n] = x <= y;
    row[19 * n] = x >= y;
    row[20 * n] = x == y;
    row[21 * n] = x != y;
    row[22 * n] = !x;
    row[23 * n] = x && y;
    row[24 * n] = x || y;
    row[25 * n] = x ? y : 5;
    row[26 * n] = ((void)x, y);    // without the cast a compiler asks whether you mean it
    z = x;
    z += y;
    z ^= x;
    z >>= 1;
    z *= 3;
    row[27 * n] = z;
}

// Comparisons and logic, of numbers with a point.  The results are integers.
kernel void operators_all_float(global T *restrict out, global const F *restrict a,
                                global const F *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    F x = a[i], y = b[i];
    global T *row = out + i;
    row[0 * n] = x < y;
    row[1 * n] = x > y;
    row[2 * n] = x <= y;
    row[3 * n] = x >= y;
    row[4 * n] = x == y;
    row[5 * n] = x != y;
    row[6 * n] = !x;
    row[7 * n] = x && y;
    row[8 * n] = x || y;
}

#else
// What surprises.  One work-item; eight numbers per result.  in has -1, 0, 1, INT_MIN, 200, 100, 5
// and -3.
kernel void operators_all_rules(global int *restrict out, global const int *restrict in)
{
    int4 v = vload4(0, in);    // -1, 0, 1, INT_MIN
    int4 w = (int4)(10, 11, 12, 13), u = w + 10;
    uchar c = in[4], d = in[5];    // 200, 100
    uchar4 c4 = c, d4 = d;
    short s = in[6];    // 5
    uint one = in[2];

    out[0] = c + d;                                // as in C: both become int
    vstore4(convert_int4(c4 + d4), 0, out + 8);    // a vector keeps its type
    vstore4(w + s, 0, out + 16);                   // the scalar becomes a vector of int
    out[24] = in[0] < one;                         // int against uint: both become uint
    out[32] = sizeof(c < d);
    out[40] = sizeof(c4 < d4);    // as wide as what was compared
    out[48] = c > d;
    vstore4(convert_int4(c4 > d4), 0, out + 56);
    vstore4(v ? w : u, 0, out + 64);          // per lane, by the highest bit
    vstore4(select(u, w, v), 0, out + 72);    // the same; the choices are exchanged
    out[80] = select(20, 10, in[2]);          // a scalar: by all bits
    vstore4(shuffle(w, (uint4)(3, 3, 0, 1)), 0, out + 88);
    vstore4(shuffle(w, (uint4)(7, 4, 5, 6) * one), 0, out + 96);    // by the two lowest bits
    vstore8(shuffle2(w, u, (uint8)(0, 4, 1, 5, 2, 6, 3, 7)), 0, out + 104);
    int4 listed = (1, 2, 3, in[6]);    // no type in front: the comma operator
    vstore4(listed, 0, out + 112);
}
#endif
