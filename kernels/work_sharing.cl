// SPDX-License-Identifier: MIT
//
// A vector sum and a matrix product whose parts do not need each other.  A device that has some of
// the elements or rows computes them as if there were no others.
//
// ALPHA   the factor of the vector sum
// ROWS    how many rows of the product a work-item computes

#if !defined ALPHA || !defined ROWS
#error "the host must build this file with -DALPHA=<factor> and -DROWS=<rows per work-item>"
#endif

// a[i] = ALPHA * b[i] + c[i], for the n elements of a part.  One element per work-item.
kernel void work_sharing_saxpy(global float *restrict a, global const float *restrict b,
                               global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = ALPHA * b[i] + c[i];
}

// c = a * b for the m rows of a part, row by row in memory: a is m x k, b is k x n, c is m x n.
// Work-item (x, y) computes column x of ROWS rows from row ROWS * y on, and so uses each element of
// b ROWS times.  In place of rows past the end, it reads the last row again.
kernel void work_sharing_matmul(global float *restrict c, global const float *restrict a,
                                global const float *restrict b, ulong m, ulong n, ulong k)
{
    const size_t column = get_global_id(0), first = ROWS * get_global_id(1);
    if (column >= n) return;
    float sums[ROWS];
    for (uint r = 0; r < ROWS; r++)
        sums[r] = 0.0f;
    for (ulong l = 0; l < k; l++)
        for (uint r = 0; r < ROWS; r++)
            sums[r] += a[min(first + r, (size_t)m - 1) * k + l] * b[l * n + column];
    for (uint r = 0; r < ROWS && first + r < m; r++)
        c[(first + r) * n + column] = sums[r];
}
