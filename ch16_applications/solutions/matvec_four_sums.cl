// SPDX-License-Identifier: MIT
//
// Exercise 2 of matvec: four sums, none of which waits for another one.

kernel void matvec(global float *restrict y, global const float *restrict a,
                   global const float *restrict x, ulong rows, ulong columns)
{
    size_t row = get_global_id(0);
    if (row >= rows) return;
    global const float *row_of_a = a + row * columns;
    float4 sums = 0.0f;
    ulong i = 0;
    for (; i + 4 <= columns; i += 4)
        sums += vload4(0, row_of_a + i) * vload4(0, x + i);
    float sum = sums.x + sums.y + sums.z + sums.w;
    //: skeleton
    //: // Here: what is left of the row, 0 to 3 products.
    //: solution
    for (; i < columns; i++)
        sum += row_of_a[i] * x[i];
    //: end
    y[row] = sum;
}
