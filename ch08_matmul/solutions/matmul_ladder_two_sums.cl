// SPDX-License-Identifier: MIT
//
// Exercise 7 of matmul_ladder: two sums.

kernel void matmul_naive(global float *restrict c, global const float *restrict a,
                         global const float *restrict b, uint m, uint n, uint k)
{
    const size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    float even = 0.0f, odd = 0.0f;
    for (size_t i = 0; i + 1 < k; i += 2) {
        even += a[row * k + i] * b[i * n + column];
        //: skeleton
        //: // Here: the odd product.
        //: solution
        odd += a[row * k + i + 1] * b[(i + 1) * n + column];
        //: end
    }
    if (k % 2 == 1) even += a[row * k + k - 1] * b[(k - 1) * n + column];
    c[row * n + column] = even + odd;
}
