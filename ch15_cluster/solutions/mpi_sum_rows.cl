// SPDX-License-Identifier: MIT
//
// mpi_sum with a share of neighbouring numbers per work-item.

kernel void mpi_sum(global ulong *restrict sums, global const uint *restrict x, ulong n)
{
    ulong items = get_global_size(0), item = get_global_id(0);
    ulong each = (n + items - 1) / items;
    ulong first = min(item * each, n), end = min(first + each, n);
    ulong sum = 0;
    for (ulong i = first; i < end; i++)
        sum += x[i];
    sums[item] = sum;
}
