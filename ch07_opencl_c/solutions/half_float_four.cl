// SPDX-License-Identifier: MIT
//
// Exercise 1 of half_float: four sums per work-item.

kernel void half_float(global half *restrict c, global const half *restrict a,
                       global const half *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (4 * i + 4 <= n) {
    //:     float4 sum = vload_half4(i, a) + vload_half4(i, b);    // numbers 4 * i to 4 * i + 3
    //:     vstore_half4(sum, i, c);
    //: } else {
    //:     // Here: what if fewer than four are left?
    //: }
    //: solution
    if (4 * i + 4 <= n) {
        float4 sum = vload_half4(i, a) + vload_half4(i, b);    // numbers 4 * i to 4 * i + 3
        vstore_half4(sum, i, c);
    } else {    // fewer than four are left
        for (size_t k = 4 * i; k < n; k++)
            vstore_half(vload_half(k, a) + vload_half(k, b), k, c);
    }
    //: end
}
