// SPDX-License-Identifier: MIT
//
// linear_regression whose tree adds neighbours first: 0 + 1, 2 + 3, ...; then 0 + 2, 4 + 6, ...

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
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        if (item % (2 * stride) == 0) part[item] += part[item + stride];
    }
    if (item == 0) sums[get_group_id(0)] = part[0];
}
