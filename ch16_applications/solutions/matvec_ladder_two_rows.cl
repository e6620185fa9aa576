// SPDX-License-Identifier: MIT
//
// Exercise 3 of matvec_ladder: a work-group has two rows, and reads x once for both.
//
// The number of columns is a multiple of 16.  GROUP: work-items of a work-group, a power of two.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
matvec_group(global float *restrict y, global const float4 *restrict a,
             global const float4 *restrict x, ulong rows, ulong columns)
{
    local float2 sums[GROUP];
    uint item = get_local_id(0), length = columns / 4;
    size_t first = 2 * get_group_id(0);
    if (first >= rows) return;    // the whole work-group

    //: skeleton
    //: // The second row is missing.
    //: float2 sum = 0.0f;
    //: for (uint i = item; i < length; i += GROUP)
    //:     sum.x += dot(a[first * length + i], x[i]);
    //: solution
    size_t second = min(first + 1, rows - 1);    // past the last row: the last one again
    float2 sum = 0.0f;
    for (uint i = item; i < length; i += GROUP) {
        float4 here = x[i];
        sum.x += dot(a[first * length + i], here);
        sum.y += dot(a[second * length + i], here);
    }
    //: end
    sums[item] = sum;
    for (uint left = GROUP / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < left) sums[item] += sums[item + left];
    }
    if (item == 0) y[first] = sums[0].x;
    if (item == 0 && first + 1 < rows) y[first + 1] = sums[0].y;
}
