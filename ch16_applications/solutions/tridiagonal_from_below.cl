// SPDX-License-Identifier: MIT
//
// Exercise 3 of tridiagonal: from the last equation to the first.

// Number i of system s is at i * systems + s: so neighbouring work-items read neighbouring numbers.
// Equation i of a system:
//
//     lower[i] * x[i - 1] + middle[i] * x[i] + upper[i] * x[i + 1] = right[i]
//
// Downwards each equation gets rid of x[i - 1] and becomes x[i] + ratio[i] * x[i + 1] = x[i], where
// x holds the right side for now.  Upwards each x[i] follows from x[i + 1].
kernel void tridiagonal(global float *restrict x, global float *restrict ratio,
                        global const float *restrict lower, global const float *restrict middle,
                        global const float *restrict upper, global const float *restrict right,
                        ulong systems, ulong unknowns)
{
    size_t system = get_global_id(0);
    if (system >= systems) return;

    float last_ratio = 0, last = 0;    // so the last `upper` has no effect
    for (ulong i = unknowns; i > 0; i--) {
        size_t at = (i - 1) * systems + system;
        float up = upper[at];
        float pivot = middle[at] - up * last_ratio;
        last_ratio = lower[at] / pivot;
        last = (right[at] - up * last) / pivot;
        ratio[at] = last_ratio;
        x[at] = last;
    }
    //: skeleton
    //: // Here: this way back is that of the sample.
    //: for (ulong i = unknowns - 1; i > 0; i--) {
    //:     size_t at = (i - 1) * systems + system;
    //:     last = x[at] - ratio[at] * last;
    //:     x[at] = last;
    //: }
    //: solution
    for (ulong i = 1; i < unknowns; i++) {
        size_t at = i * systems + system;
        last = x[at] - ratio[at] * last;
        x[at] = last;
    }
    //: end
}
