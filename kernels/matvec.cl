// SPDX-License-Identifier: MIT
//
// matvec - y = A x.  A has rows x columns numbers, row after row.
//
// A work-item per row: it computes one number of y.

kernel void matvec(global float *restrict y, global const float *restrict a,
                   global const float *restrict x, ulong rows, ulong columns)
{
    size_t row = get_global_id(0);
    if (row >= rows) return;
    global const float *row_of_a = a + row * columns;
    float sum = 0.0f;
    for (ulong i = 0; i < columns; i++)
        sum += row_of_a[i] * x[i];
    y[row] = sum;
}
