// SPDX-License-Identifier: MIT
//
// Exercise 4 of buffer_fill: the elements are written from the last one on.
//
// Element i becomes i.  One element per work-item; there may be more work-items than elements.

kernel void buffer_fill(global uint *restrict x, global uint *restrict local_size, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) x[n - 1 - i] = i;
    //: solution
    if (i < n) x[n - 1 - i] = n - 1 - i;
    //: end
    if (i == 0) *local_size = get_local_size(0);    // what the host did not say
}
