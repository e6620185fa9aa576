// SPDX-License-Identifier: MIT
//
// Exercise 3 of buffer_fill: four elements per work-item.
//
// Element i becomes i.  One element per work-item; there may be more work-items than elements.

kernel void buffer_fill(global uint *restrict x, global uint *restrict local_size, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (4 * i + 4 <= n) vstore4((uint4)(0, 1, 2, 3) + (uint)(4 * i), i, x);
    //: // Here: what if fewer than four are left?
    //: solution
    if (4 * i + 4 <= n)
        vstore4((uint4)(0, 1, 2, 3) + (uint)(4 * i), i, x);
    else
        for (size_t k = 4 * i; k < n; k++)    // fewer than four are left, or none
            x[k] = k;
    //: end
    if (i == 0) *local_size = get_local_size(0);    // what the host did not say
}
