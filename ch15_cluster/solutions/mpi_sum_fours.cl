// SPDX-License-Identifier: MIT
//
// Exercise 3 of mpi_sum: four numbers at a time.
//
// mpi_sum - each work-item adds up its share of a rank's numbers.

// Work-item k of m adds fours k, k + m, k + 2 m, ...  Neighbours read neighbours.
kernel void mpi_sum(global ulong *restrict sums, global const uint *restrict x, ulong n)
{
    ulong sum = 0;
    for (ulong i = get_global_id(0); i < n / 4; i += get_global_size(0)) {
        ulong4 four = convert_ulong4(vload4(i, x));
        sum += four.x + four.y + four.z + four.w;
    }
    //: skeleton
    //: // Here: up to three numbers are left.
    //: solution
    ulong last = n / 4 * 4 + get_global_id(0);    // up to three numbers are left
    if (last < n) sum += x[last];
    //: end
    sums[get_global_id(0)] = sum;
}
