// SPDX-License-Identifier: MIT
//
// mpi_sum - each work-item adds up its share of a rank's numbers.

// Work-item k of m adds x[k], x[k + m], x[k + 2 m], ...  Neighbours read neighbours.
kernel void mpi_sum(global ulong *restrict sums, global const uint *restrict x, ulong n)
{
    ulong sum = 0;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0))
        sum += x[i];
    sums[get_global_id(0)] = sum;
}
