// SPDX-License-Identifier: MIT
//
// Exercise 2 of matvec_ladder: short rows.  A work-group has several rows, and eight work-items
// for each.
//
// The number of columns is a multiple of 16.  GROUP: work-items of a work-group, a power of two.

enum { PER_ROW = GROUP < 8 ? GROUP : 8, ROWS = GROUP / PER_ROW };

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
matvec_group(global float *restrict y, global const float4 *restrict a,
             global const float4 *restrict x, ulong rows, ulong columns)
{
    local float sums[GROUP];
    uint item = get_local_id(0), length = columns / 4;
    //: skeleton
    //: // All work-items have the first row of their work-group, as if it were the only one.
    //: size_t row = get_group_id(0) * (size_t)ROWS;
    //: uint place = item;
    //: float sum = 0.0f;
    //: for (uint i = place; i < length && row < rows; i += GROUP)
    //:     sum += dot(a[row * length + i], x[i]);
    //: sums[item] = sum;
    //:
    //: for (uint left = GROUP / 2; left > 0; left /= 2) {
    //:     barrier(CLK_LOCAL_MEM_FENCE);
    //:     if (place < left) sums[item] += sums[item + left];
    //: }
    //: solution
    size_t row = get_group_id(0) * (size_t)ROWS + item / PER_ROW;
    uint place = item % PER_ROW;
    float sum = 0.0f;
    for (uint i = place; i < length && row < rows; i += PER_ROW)
        sum += dot(a[row * length + i], x[i]);
    sums[item] = sum;

    for (uint left = PER_ROW / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (place < left) sums[item] += sums[item + left];
    }
    //: end
    if (place == 0 && row < rows) y[row] = sums[item];
}
