// SPDX-License-Identifier: MIT
//
// Exercise 3 of iir: the outputs before as vectors.
//
// iir - one output of a recursive filter per work-item, from the outputs of the launch before.
//
//     y[t] = a[0] x[t] + ... + a[15] x[t-15]  -  b[0] y[t-1] - ... - b[15] y[t-16]
//
// TAPS is 16.  What lies before the first sample is 0: the buffers begin with TAPS zeros, so that
// sample t is x[TAPS + t].

// All outputs at the same time.  Each launch makes more of them right: the first launch y[0], the
// second y[1], and so on.  It multiplies the error of the others by the sum of |b|, or by less.
kernel void iir(global float *restrict y, global const float *restrict y_before,
                global const float *restrict x, constant float *a, constant float *b, uint n)
{
    size_t t = get_global_id(0);
    if (t >= n) return;
    float sum = 0.0f;
    for (uint i = 0; i < TAPS; i++)
        sum += a[i] * x[TAPS + t - i];
    //: skeleton
    //: float16 taps = vload16(0, b), before = vload16(0, y_before + t);
    //: solution
    float16 taps = vload16(0, b), before = vload16(0, y_before + t).sfedcba9876543210;
    //: end
    float16 products = taps * before;    // the nearest output first
    float8 eight = products.lo + products.hi;
    float4 four = eight.lo + eight.hi;
    y[TAPS + t] = sum - (four.x + four.y + four.z + four.w);
}
