// SPDX-License-Identifier: MIT
//
// saxpy --variant scalar --kernel ch01_saxpy/solutions/saxpy_whole_groups.cl
//
// One element a work-item, as saxpy_scalar, but only the last work-group asks each work-item whether its
// element is there.  All work-items of the others take the first branch together, and a compiler that turns
// a work-group into a loop of vectors needs no masks in it.
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    size_t group_end = (get_group_id(0) + 1) * get_local_size(0);
    if (group_end <= n)
        a[i] = alpha * b[i] + c[i];
    else if (i < n)
        a[i] = alpha * b[i] + c[i];
}
