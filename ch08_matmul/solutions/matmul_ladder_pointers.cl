// SPDX-License-Identifier: MIT
//
// Exercise 8 of matmul_ladder: pointers that walk.

kernel void matmul_naive(global float *restrict c, global const float *restrict a,
                         global const float *restrict b, uint m, uint n, uint k)
{
    const size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    global const float *along = a + row * k, *down = b + column;
    //: skeleton
    //: for (size_t i = 0; i < k; i++, along++, down++)    // Here: is this down?
    //:     sum += *along * *down;
    //: solution
    for (size_t i = 0; i < k; i++, along++, down += n)
        sum += *along * *down;
    //: end
    c[row * n + column] = sum;
}
