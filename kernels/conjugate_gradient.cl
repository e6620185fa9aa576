// SPDX-License-Identifier: MIT
//
// conjugate_gradient - what the method is made of: a product, a sum, and a combination of vectors.

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
