// SPDX-License-Identifier: MIT
//
// Exercise 1 of conversions: to the nearest number, with rint.

kernel void conversions(global int *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[4 * i] = (int)x[i];    // what is behind the point is cut off
    //: skeleton
    //: y[4 * i + 1] = (int)(x[i] + 0.5f);    // Here: what do -2.7 and 2.5 become?
    //: solution
    y[4 * i + 1] = (int)rint(x[i]);    // to the nearest
    //: end
    y[4 * i + 2] = convert_uchar_sat(x[i]);        // cut off, and 0 to 255
    y[4 * i + 3] = convert_uchar_sat_rte(x[i]);    // to the nearest, and 0 to 255
}
