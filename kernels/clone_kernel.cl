// SPDX-License-Identifier: MIT
//
// clone_kernel - numbers mirrored within their work-group, times a factor, plus an offset.
//
// Work-item i writes y[i].  SIGN, 1 or -1, is set by the host.  `own` has one number per work-item
// of the work-group.

#ifndef SIGN
#error the host sets SIGN
#endif

kernel void clone_kernel_mirror(global int *restrict y, global const int *restrict x,
                                const int factor, const int offset, const uint n, local int *own)
{
    const size_t i = get_global_id(0), k = get_local_id(0);
    own[k] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = SIGN * factor * own[get_local_size(0) - 1 - k] + offset;
}
