// SPDX-License-Identifier: MIT
//
// x[i] += 1, for i from 0 to n - 1: one work-item an element.
//
// The first work-item also tells at which address the device sees x.  Where a mapped pointer is
// that very address, host and device work on the same bytes, and a map copies nothing.

kernel void map_buffer_increment(global uint *restrict x, global ulong *restrict address, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] += 1;
    if (i == 0) *address = (size_t)x;
}
