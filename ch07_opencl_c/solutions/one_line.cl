// SPDX-License-Identifier: MIT
//
// Exercises of chapter 7 that need a line or two each.
//: skeleton
//: // Each kernel runs, but its answer is wrong.
//: end
// build/solutions/one_line says which ones are right:
//
//     build/solutions/one_line -k build/exercises/one_line.cl
//
// Work-item i makes element i of y.

// Reverse an array of 4 n floats.  Work-item i of n loads four floats and stores four.
kernel void vectors_reverse(global float *y, global const float *x)
{
    size_t i = get_global_id(0);
    size_t n = get_global_size(0);
    //: skeleton
    //: // Exercise 2 of vectors: load the vector, and store it where it belongs
    //: vstore4(vload4(i, x), i, y);
    //: solution
    vstore4(vload4(i, x).wzyx, n - 1 - i, y);
    //: end
}

// The larger of two int4 per lane, with a comparison and bit operators only.
kernel void operators_larger(global int4 *y, global const int4 *a, global const int4 *b)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 1 of operators: your mask, and your line
    //: y[i] = a[i];
    //: solution
    int4 mask = a[i] > b[i];
    y[i] = (a[i] & mask) | (b[i] & ~mask);
    //: end
}

// How many components of v[i] are positive?  Without a branch.
kernel void operators_positive(global int *y, global const int16 *v)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 2 of operators: your lines
    //: y[i] = 0;
    //: solution
    int16 yes = v[i] > 0;    // -1 where it is positive
    int8 h = yes.lo + yes.hi;
    int4 q = h.lo + h.hi;
    y[i] = -(q.x + q.y + q.z + q.w);
    //: end
}

// The absolute value, with a mask.
kernel void reinterpret_absolute(global float8 *y, global const float8 *x)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 1 of reinterpret: your line
    //: y[i] = x[i];
    //: solution
    y[i] = as_float8(as_uint8(x[i]) & 0x7fffffff);
    //: end
}

// 8 x, without a multiplication.  No x is 0.
kernel void reinterpret_times_8(global float *y, global const float *x)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 2 of reinterpret: your line
    //: y[i] = x[i];
    //: solution
    y[i] = as_float(as_uint(x[i]) + (3 << 23));
    //: end
}

// The average of three, rounded down, without a wider type.
kernel void integer_average(global uchar *y, global const uchar *a, global const uchar *b,
                            global const uchar *c)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 1 of integer_builtins: this weighs c twice as much
    //: y[i] = hadd(hadd(a[i], b[i]), c[i]);
    //: solution
    y[i] = a[i] / 3 + b[i] / 3 + c[i] / 3 + (a[i] % 3 + b[i] % 3 + c[i] % 3) / 3;
    //: end
}

// The smallest power of two that is not below x, with clz.  x is at most 2^31.
kernel void integer_power(global uint *y, global const uint *x)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 2 of integer_builtins: your line
    //: y[i] = x[i];
    //: solution
    y[i] = x[i] < 2 ? 1 : 1u << (32 - clz(x[i] - 1));
    //: end
}

// The bits of (x + 1)^2, inverted.
//: skeleton
//: // Exercise 3 of preprocessor_macros: mend the macro
//: #define SQUARE(x) x *x
//: solution
#define SQUARE(x) ((x) * (x))
//: end

kernel void preprocessor_square(global uint *y, global const uint *x)
{
    size_t i = get_global_id(0);
    y[i] = ~SQUARE(x[i] + 1);
}

// clamp with fmin and fmax.  A NaN becomes low.
kernel void common_clamp(global float *y, global const float *x, global const float *lows)
{
    size_t i = get_global_id(0);
    float low = lows[i], high = low + 0.5f;
    //: skeleton
    //: // Exercise 1 of common_builtins: your line
    //: y[i] = 0.5f * (low + high);
    //: solution
    y[i] = fmin(fmax(x[i], low), high);
    //: end
}

// Blend two RGBA colours by the alpha of b.
kernel void common_blend(global float4 *y, global const float4 *a, global const float4 *b)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 2 of common_builtins: your line
    //: y[i] = a[i];
    //: solution
    y[i] = mix(a[i], b[i], b[i].w);
    //: end
}

// How many components of v[i] are 0?
kernel void common_zeros(global int *y, global const int4 *v)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: // Exercise 3 of common_builtins: your line
    //: y[i] = v[i].x;
    //: solution
    int4 zero = v[i] == 0;
    y[i] = -(zero.x + zero.y + zero.z + zero.w);
    //: end
}
