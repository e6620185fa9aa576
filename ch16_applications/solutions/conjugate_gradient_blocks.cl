// SPDX-License-Identifier: MIT
//
// Exercise 2 of conjugate_gradient: each work-item adds up products that lie side by side.

kernel void cg_dot(global float *restrict sums, global const float *a, global const float *b,
                   uint n)
{
    uint i = get_global_id(0), items = get_global_size(0);
    uint count = (n + items - 1) / items;    // rounded up: the last ones have fewer or none
    //: skeleton
    //: // Exercise 2 of conjugate_gradient: where do the products of work-item i begin?
    //: uint begin = 0;
    //: solution
    uint begin = i * count;
    //: end
    float sum = 0.0f;
    for (uint at = begin; at < begin + count && at < n; at++)
        sum += a[at] * b[at];
    sums[i] = sum;
}

// As in conjugate_gradient.cl.
// q = A p for a plate: four times a cell's number less those of its neighbours.  Beyond the rim all
// is 0.
kernel void cg_plate(global float *restrict q, global const float *restrict p, uint width,
                     uint height)
{
    uint i = get_global_id(0), y = i / width, x = i - y * width;
    if (y >= height) return;
    float sum = 4.0f * p[i];
    if (y > 0) sum -= p[i - width];
    if (x > 0) sum -= p[i - 1];
    if (x + 1 < width) sum -= p[i + 1];
    if (y + 1 < height) sum -= p[i + width];
    q[i] = sum;
}

// y = a x + b z.  y may be x or z: each work-item reads and writes its own element only.
kernel void cg_combine(global float *y, float s, global const float *x, float t,
                       global const float *z, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = s * x[i] + t * z[i];
}
