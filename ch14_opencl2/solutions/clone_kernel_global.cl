// SPDX-License-Identifier: MIT
//
// Exercise 5 of clone_kernel: no local memory.

#ifndef SIGN
#error the host sets SIGN
#endif

kernel void clone_kernel_mirror(global int *restrict y, global const int *restrict x,
                                const int factor, const int offset, const uint n, local int *own)
{
    const size_t i = get_global_id(0), k = get_local_id(0);
    //: skeleton
    //: size_t from = i;    // Exercise 5 of clone_kernel: where is the mirrored number?
    //: solution
    size_t from = get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 - k;
    //: end
    if (i < n) y[i] = SIGN * factor * (from < n ? x[from] : 0) + offset;
}
