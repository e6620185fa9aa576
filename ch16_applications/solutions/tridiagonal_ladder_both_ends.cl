// SPDX-License-Identifier: MIT
//
// Exercise 2 of tridiagonal_ladder: a system from both ends.

kernel void tridiagonal_kept(global float *restrict x, global const float *restrict lower,
                             global const float *restrict middle,
                             global const float *restrict upper, global const float *restrict right,
                             ulong systems)
{
    size_t system = get_global_id(0);
    if (system >= systems) return;

    // Row `centre` is in the middle.  Above it each row keeps the ratio to the row below,
    // and below it the ratio to the row above.
    float ratio[UNKNOWNS], sum[UNKNOWNS];
    int centre = UNKNOWNS / 2;
    float top_ratio = 0, top = 0, bottom_ratio = 0, bottom = 0;
    for (int k = 0; k < centre; k++) {
        size_t at = k * systems + system;
        float inverse = 1 / (middle[at] - lower[at] * top_ratio);
        top = (right[at] - lower[at] * top) * inverse;
        top_ratio = upper[at] * inverse;
        ratio[k] = top_ratio;
        sum[k] = top;

        int i = UNKNOWNS - 1 - k;
        if (i == centre) continue;    // with an even number the upper half has one row more
        at = i * systems + system;
        inverse = 1 / (middle[at] - upper[at] * bottom_ratio);
        bottom = (right[at] - upper[at] * bottom) * inverse;
        bottom_ratio = lower[at] * inverse;
        ratio[i] = bottom_ratio;
        sum[i] = bottom;
    }

    // They meet.
    size_t at = centre * systems + system;
    float low = centre > 0 ? lower[at] : 0;
    //: skeleton
    //: float pivot = middle[at] - low * top_ratio;    // Here: what comes from below.
    //: float meet = (right[at] - low * top) / pivot;
    //: solution
    float up = centre < UNKNOWNS - 1 ? upper[at] : 0;
    float pivot = middle[at] - low * top_ratio - up * bottom_ratio;
    float meet = (right[at] - low * top - up * bottom) / pivot;
    //: end
    x[at] = meet;

    float last = meet;
    for (int i = centre - 1; i >= 0; i--) {
        last = sum[i] - ratio[i] * last;
        x[i * systems + system] = last;
    }
    last = meet;
    for (int i = centre + 1; i < UNKNOWNS; i++) {
        last = sum[i] - ratio[i] * last;
        x[i * systems + system] = last;
    }
}
