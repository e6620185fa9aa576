// SPDX-License-Identifier: MIT
//
// saxpy_ladder --variant scalar --kernel build/exercises/saxpy_ladder_whole_groups.cl
//
// One element per work-item, as in saxpy_scalar.  But only the last work-group asks each work-item
// whether its element exists.
//: skeleton
//: // Its branch is missing.
//: solution
// In all other groups the work-items take the first branch together: a compiler that turns a
// work-group into a loop over vectors then needs no masks.
//: end
kernel void saxpy_scalar(global float *restrict a, float alpha, global const float *restrict b,
                         global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    size_t group_end = (get_group_id(0) + 1) * get_local_size(0);
    //: skeleton
    //: if (group_end <= n) a[i] = alpha * b[i] + c[i];
    //: // Exercise 1 of saxpy_ladder: the last work-group, some of whose elements may be past the end.
    //: solution
    if (group_end <= n)
        a[i] = alpha * b[i] + c[i];
    else if (i < n)
        a[i] = alpha * b[i] + c[i];
    //: end
}
