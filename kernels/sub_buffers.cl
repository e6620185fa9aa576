// SPDX-License-Identifier: MIT
//
// Kernels see a sub-buffer as a buffer of its own: index 0 is the region's first element.  Nothing stops an
// index at the region's end; past it lies the rest of the parent.

// part[i] = first + i, for i from 0 to n - 1.  One work-item an element.
kernel void sub_buffers_number(global uint *part, uint first, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) part[i] = first + (uint)i;
}

// sum[i] = a[i] + b[i], for i from 0 to n - 1.  One work-item an element.  a and b may overlap: both are only
// read.
kernel void sub_buffers_add(global uint *restrict sum, global const uint *a, global const uint *b,
                            ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) sum[i] = a[i] + b[i];
}
