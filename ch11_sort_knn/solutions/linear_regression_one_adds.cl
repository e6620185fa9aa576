// SPDX-License-Identifier: MIT
//
// Exercise 3 of linear_regression: the last steps by one work-item.
//
// linear_regression - the sums of x, y, xx and xy, with one work-item per point.
//
// GROUP   work-items per work-group, a power of two, here at least 8 (in the picture: 4)

// The four numbers of a point are one float4.  The work-group adds them in a tree:
//
//     item        0      1      2      3
//     left = 2   0+2    1+3
//     left = 1   0+2+1+3
//
// A work-item past the end has zeros, which change no sum.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
linear_regression(global float4 *restrict sums, global const float *restrict x,
                  global const float *restrict y, uint n)
{
    local float4 part[GROUP];
    uint i = get_global_id(0), item = get_local_id(0);
    float4 sum = 0.0f;
    if (i < n) sum = (float4)(x[i], y[i], x[i] * x[i], x[i] * y[i]);
    part[item] = sum;
    for (uint left = GROUP / 2; left >= 8; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        if (item < left) part[item] += part[item + left];
    }
    barrier(CLK_LOCAL_MEM_FENCE);    // eight sums are left
    if (item > 0) return;
    //: skeleton
    //: // Here: add up the eight sums.
    //: solution
    for (uint k = 1; k < 8; k++)
        part[0] += part[k];
    //: end
    sums[get_group_id(0)] = part[0];
}
