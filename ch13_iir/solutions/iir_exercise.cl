// SPDX-License-Identifier: MIT
//
// Exercise 2 of iir: let one work-item compute all outputs, in the order of time.

kernel void iir(global float *restrict y, global const float *restrict y_before,
                global const float *restrict x, constant float *a, constant float *b, uint n)
{
    //: skeleton
    //: size_t t = 0;    // Here: a loop over t, in one work-item.  Which outputs does the sum need?
    //: if (get_global_id(0) > 0) return;
    //: float sum = 0.0f;
    //: for (uint i = 0; i < TAPS; i++) {
    //:     sum += a[i] * x[TAPS + t - i];
    //:     sum -= b[i] * y_before[TAPS + t - 1 - i];
    //: }
    //: y[TAPS + t] = sum;
    //: solution
    if (get_global_id(0) > 0) return;
    for (size_t t = 0; t < n; t++) {
        float sum = 0.0f;
        for (uint i = 0; i < TAPS; i++) {
            sum += a[i] * x[TAPS + t - i];
            sum -= b[i] * y[TAPS + t - 1 - i];
        }
        y[TAPS + t] = sum;
    }
    //: end
}
