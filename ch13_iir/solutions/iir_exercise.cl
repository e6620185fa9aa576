// SPDX-License-Identifier: MIT
//
// iir in the order of time: one work-item computes all outputs, and the others have nothing to do.

kernel void iir(global float *restrict y, global const float *restrict y_before,
                global const float *restrict x, constant float *a, constant float *b, uint n)
{
    if (get_global_id(0) > 0) return;
    for (size_t t = 0; t < n; t++) {
        float sum = 0.0f;
        for (uint i = 0; i < TAPS; i++) {
            sum += a[i] * x[TAPS + t - i];
            sum -= b[i] * y[TAPS + t - 1 - i];
        }
        y[TAPS + t] = sum;
    }
}
