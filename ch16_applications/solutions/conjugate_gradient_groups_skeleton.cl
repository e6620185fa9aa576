// SPDX-License-Identifier: MIT
//
// Exercise 3 of conjugate_gradient: each work-group adds up its sums.

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

// a[0] b[0] + a[1] b[1] + ...: work-item i adds up the products i, i + items, i + 2 items, ...  The
// host adds up these few sums.
kernel void cg_dot(global float *restrict sums, global const float *a, global const float *b,
                   uint n)
{
    local float parts[256];    // the launch has so many work-items
    uint i = get_global_id(0), items = get_global_size(0);
    float sum = 0.0f;
    for (uint at = i; at < n; at += items)
        sum += a[at] * b[at];
    parts[get_local_id(0)] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Here: work-item 0 adds up the parts of its work-group.
    float group_sum = 0.0f;
    sums[i] = group_sum;
}

// y = a x + b z.  y may be x or z: each work-item reads and writes its own element only.
kernel void cg_combine(global float *y, float a, global const float *x, float b,
                       global const float *z, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + b * z[i];
}
