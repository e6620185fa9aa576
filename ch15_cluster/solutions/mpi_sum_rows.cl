// SPDX-License-Identifier: MIT
//
// Exercise 2 of mpi_sum: each work-item adds up numbers that lie side by side.

kernel void mpi_sum(global ulong *restrict sums, global const uint *restrict x, ulong n)
{
    ulong items = get_global_size(0), item = get_global_id(0);
    //: skeleton
    //: ulong each = n / items;    // Here: n need not be a multiple of items.
    //: solution
    ulong each = (n + items - 1) / items;
    //: end
    ulong first = min(item * each, n), end = min(first + each, n);
    ulong sum = 0;
    for (ulong i = first; i < end; i++)
        sum += x[i];
    sums[item] = sum;
}
