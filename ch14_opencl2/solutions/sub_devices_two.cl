// SPDX-License-Identifier: MIT
//
// Exercise 5 of sub_devices: two numbers per work-item.

kernel void sub_devices_part(global int *restrict y, global const int *restrict x, const int part,
                             const uint n)
{
    const size_t i = 2 * get_global_id(0);
    //: skeleton
    //: // Exercise 5 of sub_devices: and number i + 1.
    //: if (i < n) y[i] = 3 * x[i] + part;
    //: solution
    if (i < n) y[i] = 3 * x[i] + part;
    if (i + 1 < n) y[i + 1] = 3 * x[i + 1] + part;
    //: end
}
