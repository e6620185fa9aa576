// SPDX-License-Identifier: MIT
//
// Exercise 3 of sub_buffers: four sums per work-item.
//
// sub_buffers - a kernel sees a sub-buffer as a buffer: index 0 is the first element of the region.
//
// An index past the region's end reaches the rest of the parent.  Nothing stops it there.

// part[i] = first + i, for i from 0 to n - 1.  One element per work-item.
kernel void sub_buffers_number(global uint *part, uint first, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) part[i] = first + (uint)i;
}

// sum[i] = a[i] + b[i], for i from 0 to n - 1.  One element per work-item.  The kernel only reads a
// and b: they may overlap.
kernel void sub_buffers_add(global uint *restrict sum, global const uint *a, global const uint *b,
                            ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (4 * i + 4 <= n) vstore4(vload4(i, a) + vload4(i, b), i, sum);
    //: // Here: what if fewer than four are left?
    //: solution
    if (4 * i + 4 <= n)
        vstore4(vload4(i, a) + vload4(i, b), i, sum);
    else
        for (size_t k = 4 * i; k < n; k++)    // fewer than four are left, or none
            sum[k] = a[k] + b[k];
    //: end
}
