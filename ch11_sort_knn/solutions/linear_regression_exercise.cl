// SPDX-License-Identifier: MIT
//
// Exercise 2 of linear_regression: let the tree add neighbours first.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
linear_regression(global float4 *restrict sums, global const float *restrict x,
                  global const float *restrict y, uint n)
{
    local float4 part[GROUP];
    uint i = get_global_id(0), item = get_local_id(0);
    float4 sum = 0.0f;
    if (i < n) sum = (float4)(x[i], y[i], x[i] * x[i], x[i] * y[i]);
    part[item] = sum;
    for (uint stride = 1; stride < GROUP; stride *= 2) {
        //: skeleton
        //: barrier(CLK_LOCAL_MEM_FENCE);                       // all have written
        //: if (item < 0) part[item] += part[item + stride];    // Here: which work-items add?
        //: solution
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        if (item % (2 * stride) == 0) part[item] += part[item + stride];
        //: end
    }
    if (item == 0) sums[get_group_id(0)] = part[0];
}
