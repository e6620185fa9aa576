// SPDX-License-Identifier: MIT
//
// Exercise 2 of conjugate_gradient: each work-item adds up products that lie side by side.

kernel void cg_dot(global float *restrict sums, global const float *a, global const float *b,
                   uint n)
{
    uint i = get_global_id(0), items = get_global_size(0);
    uint count = (n + items - 1) / items;    // rounded up: the last ones have fewer or none
    // Exercise 2 of conjugate_gradient: where do the products of work-item i begin?
    uint begin = 0;
    float sum = 0.0f;
    for (uint at = begin; at < begin + count && at < n; at++)
        sum += a[at] * b[at];
    sums[i] = sum;
}

// As in conjugate_gradient.cl.
// y = A x: a work-item per row.  The numbers of row r are values[i], in the columns columns[i], for
// i from first[r] to first[r + 1] - 1.
kernel void cg_matvec(global float *restrict y, global const uint *restrict first,
                      global const uint *restrict columns, global const float *restrict values,
                      global const float *restrict x, uint n)
{
    uint row = get_global_id(0);
    if (row >= n) return;
    float sum = 0.0f;
    for (uint i = first[row]; i < first[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

// y = a x + b z.  y may be x or z: each work-item reads and writes its own element only.
kernel void cg_combine(global float *y, float a, global const float *x, float b,
                       global const float *z, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + b * z[i];
}
