// SPDX-License-Identifier: MIT
//
// Exercise 2 of tridiagonal: one division in place of two.

kernel void tridiagonal(global float *restrict x, global float *restrict ratio,
                        global const float *restrict lower, global const float *restrict middle,
                        global const float *restrict upper, global const float *restrict right,
                        ulong systems, ulong unknowns)
{
    size_t system = get_global_id(0);
    if (system >= systems) return;

    float last_ratio = 0, last = 0;    // so the first `lower` has no effect
    for (ulong i = 0; i < unknowns; i++) {
        size_t at = i * systems + system;
        float low = lower[at];
        float pivot = middle[at] - low * last_ratio;
        //: skeleton
        //: float inverse = pivot;    // Here: the one division.
        //: last_ratio = upper[at] * inverse;
        //: last = (right[at] - low * last) / pivot;    // Here: none.
        //: solution
        float inverse = 1 / pivot;
        last_ratio = upper[at] * inverse;
        last = (right[at] - low * last) * inverse;
        //: end
        ratio[at] = last_ratio;
        x[at] = last;
    }
    for (ulong i = unknowns - 1; i > 0; i--) {
        size_t at = (i - 1) * systems + system;
        last = x[at] - ratio[at] * last;
        x[at] = last;
    }
}
