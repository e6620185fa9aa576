// SPDX-License-Identifier: MIT
//
// sparse_matvec - y = A x, where A is nearly empty: only the numbers that are not 0 are stored.
//
// A work-item per row: it computes one number of y.

// Compressed rows (CSR).  The numbers of row r are values[i], in the columns columns[i], for i from
// first[r] to first[r + 1] - 1.
kernel void sparse_matvec(global float *restrict y, global const uint *restrict first,
                          global const uint *restrict columns, global const float *restrict values,
                          global const float *restrict x, ulong rows)
{
    size_t row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0.0f;
    for (uint i = first[row]; i < first[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}
