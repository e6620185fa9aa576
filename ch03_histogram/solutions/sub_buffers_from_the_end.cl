// SPDX-License-Identifier: MIT
//
// Exercise 4 of sub_buffers: the numbers are written from the last one on.
//
// sub_buffers - a kernel sees a sub-buffer as a buffer: index 0 is the first element of the region.
//
// An index past the region's end reaches the rest of the parent.  Nothing stops it there.

// part[i] = first + i, for i from 0 to n - 1.  One element per work-item.
kernel void sub_buffers_number(global uint *part, uint first, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) part[n - 1 - i] = first + (uint)i;
    //: solution
    if (i < n) part[n - 1 - i] = first + (uint)(n - 1 - i);
    //: end
}

// sum[i] = a[i] + b[i], for i from 0 to n - 1.  One element per work-item.  The kernel only reads a
// and b: they may overlap.
kernel void sub_buffers_add(global uint *restrict sum, global const uint *a, global const uint *b,
                            ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) sum[i] = a[i] + b[i];
}
