// SPDX-License-Identifier: MIT

// part[i] = 5 * part[i] + worker, modulo 2^32, for i from 0 to n - 1.  One element per work-item.
kernel void split_buffer_step(global uint *part, uint worker, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) part[i] = 5 * part[i] + worker;
}
