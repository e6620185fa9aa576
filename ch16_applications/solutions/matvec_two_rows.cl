// SPDX-License-Identifier: MIT
//
// Exercise 3 of matvec: two rows per work-item.

kernel void matvec(global float *restrict y, global const float *restrict a,
                   global const float *restrict x, ulong rows, ulong columns)
{
    size_t row = 2 * get_global_id(0);
    if (row >= rows) return;
    //: skeleton
    //: // Here: the row below this one, if there is one.
    //: global const float *row_of_a = a + row * columns;
    //: float sum = 0.0f;
    //: for (ulong i = 0; i < columns; i++)
    //:     sum += row_of_a[i] * x[i];
    //: y[row] = sum;
    //: solution
    bool has_two = row + 1 < rows;
    global const float *row_of_a = a + row * columns;
    global const float *next_row = has_two ? row_of_a + columns : row_of_a;
    float sum = 0.0f, next_sum = 0.0f;
    for (ulong i = 0; i < columns; i++) {
        sum += row_of_a[i] * x[i];
        next_sum += next_row[i] * x[i];
    }
    y[row] = sum;
    if (has_two) y[row + 1] = next_sum;
    //: end
}
