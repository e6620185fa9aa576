// SPDX-License-Identifier: MIT
//
// Vectors: how they are made, how their components are named, and how they are loaded and stored.
// One work-item runs each kernel but the last.  Every result is made of elements of x, and has 16
// places in out.

#define ROW(n) (out + 16 * (n))

// A list in parentheses makes a vector.  It may hold scalars and vectors; a single scalar fills all
// components.
kernel void vectors_forms_literals(global int *restrict out, global const int *restrict x)
{
    int2 v2 = vload2(0, x);
    int3 v3 = vload3(0, x);
    int4 v4 = vload4(0, x);
    vstore4((int4)(x[0], x[1], x[2], x[3]), 0, ROW(0));
    vstore4((int4)(x[5]), 0, ROW(1));
    vstore4((int4)(v2, x[7], x[8]), 0, ROW(2));
    vstore8((int8)(v4, x[9], v3), 0, ROW(3));
    vstore16((int16)(v4, v4, v4, v4), 0, ROW(4));
    int3 braces = { x[4], x[5], x[6] };    // as an array is initialised
    vstore3(braces, 0, ROW(5));
}

// The components of a vector by their names.  A list of names is a vector again.
kernel void vectors_forms_components(global int *restrict out, global const int *restrict x)
{
    int4 v4 = vload4(0, x);
    int8 v8 = vload8(0, x);
    int16 v16 = vload16(0, x);
    ROW(0)[0] = v4.z;
    ROW(1)[0] = v16.sA;
    vstore4(v4.wzyx, 0, ROW(2));
    vstore4(v4.xxyy, 0, ROW(3));
    vstore2(v4.lo, 0, ROW(4));
    vstore2(v4.hi, 0, ROW(5));
    vstore2(v4.even, 0, ROW(6));
    vstore2(v4.odd, 0, ROW(7));
    vstore2(v8.hi.even, 0, ROW(8));
    vstore3(v8.s765, 0, ROW(9));
    vstore2(v16.S0f, 0, ROW(10));
    vstore16(v16.sFEDCBA9876543210, 0, ROW(11));
}

// Components on the left of an assignment: the others keep their values.
kernel void vectors_forms_assignments(global int *restrict out, global const int *restrict x)
{
    int4 v = vload4(0, x);
    int4 a = v, b = v, c = v, d = v, e = v;
    a.yw = (int2)(x[8], x[9]);
    b.wx = (int2)(x[8], x[9]);
    c.xyz = (int3)(x[5], x[6], x[9]);
    d.hi = d.lo;
    e.xy = e.yx;    // the right side is read first
    vstore4(a, 0, ROW(0));
    vstore4(b, 0, ROW(1));
    vstore4(c, 0, ROW(2));
    vstore4(d, 0, ROW(3));
    vstore4(e, 0, ROW(4));
}

// How many places a vector takes, in components.
kernel void vectors_forms_steps(global int *restrict out, global const int *restrict x)
{
    int3 v3 = vload3(0, x);
    out[0] = vec_step(x[0]);
    out[1] = vec_step(int2);
    out[2] = vec_step(v3);
    out[3] = vec_step(int4);
    out[4] = vec_step(int8);
    out[5] = vec_step(int16);
    out[6] = sizeof(v3) / sizeof(x[0]);
}

// One work-item per start i, also an odd one: copies 2, 3, 4, 8 and 16 bytes from bytes + i, each
// vector to a place of its own.  A pointer to a vector must be aligned; a pointer for vload and
// vstore need not be.
kernel void vectors_forms_unaligned(global uchar *restrict out, global const uchar *restrict bytes)
{
    size_t i = get_global_id(0);
    global uchar *to = out + 40 * i + 1;
    vstore2(vload2(0, bytes + i), 0, to);
    vstore3(vload3(0, bytes + i), 0, to + 3);
    vstore4(vload4(0, bytes + i), 0, to + 7);
    vstore8(vload8(0, bytes + i), 0, to + 12);
    vstore16(vload16(0, bytes + i), 0, to + 21);
}
