// c = a * b, for square matrices of n rows.  Each work-item makes one element of c.

kernel void matmul(global float *c, global const float *a, global const float *b, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n) return;
    float sum = 0;
    for (uint k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
