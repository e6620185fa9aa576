// SPDX-License-Identifier: MIT
//
// Exercise 2 of conjugate_gradient_file: the sum of a row in double.

// q = A p for a matrix in compressed rows: the numbers of row i are values[k], in the columns
// columns[k], for k from first[i] to first[i + 1] - 1.
kernel void cg_rows(global float *restrict q, global const float *restrict p,
                    global const uint *restrict first, global const uint *restrict columns,
                    global const float *restrict values, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    double sum = 0.0;
    for (uint k = first[i]; k < first[i + 1]; k++)
        //: skeleton
        //: sum += values[k];    // times what?  And a product of two floats is a float.
        //: solution
        sum += (double)values[k] * p[columns[k]];
    //: end
    q[i] = sum;
}

// a[0] b[0] + a[1] b[1] + ...: work-item i adds up the products i, i + items, i + 2 items, ...  The
// host adds up these few sums.
kernel void cg_dot(global float *restrict sums, global const float *a, global const float *b,
                   uint n)
{
    uint i = get_global_id(0), items = get_global_size(0);
    float sum = 0.0f;
    for (uint at = i; at < n; at += items)
        sum += a[at] * b[at];
    sums[i] = sum;
}

// y = s x + t z.  y may be x or z: each work-item reads and writes its own element only.
kernel void cg_combine(global float *y, float s, global const float *x, float t,
                       global const float *z, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = s * x[i] + t * z[i];
}
