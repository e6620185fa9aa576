// SPDX-License-Identifier: MIT
//
// Exercise 4 of clone_kernel: the mirror when a number is stored.

#ifndef SIGN
#error the host sets SIGN
#endif

kernel void clone_kernel_mirror(global int *restrict y, global const int *restrict x,
                                const int factor, const int offset, const uint n, local int *own)
{
    const size_t i = get_global_id(0), k = get_local_id(0);
    //: skeleton
    //: own[k] = i < n ? x[i] : 0;    // Exercise 4 of clone_kernel: the mirrored place.
    //: solution
    own[get_local_size(0) - 1 - k] = i < n ? x[i] : 0;
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = SIGN * factor * own[k] + offset;
}
