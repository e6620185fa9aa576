// SPDX-License-Identifier: MIT
//
// Exercise 2 of conversions: 0 to 255, with clamp.

kernel void conversions(global int *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[4 * i] = (int)x[i];                    // what is behind the point is cut off
    y[4 * i + 1] = convert_int_rte(x[i]);    // to the nearest
    //: skeleton
    //: y[4 * i + 2] = (int)x[i];    // Here: what if it is not from 0 to 255?
    //: solution
    y[4 * i + 2] = clamp((int)x[i], 0, 255);    // cut off, and 0 to 255
    //: end
    y[4 * i + 3] = convert_uchar_sat_rte(x[i]);    // to the nearest, and 0 to 255
}
