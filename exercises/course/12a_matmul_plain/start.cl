// c = a * b, for square matrices of n rows.  Each work-item makes one element of c.

kernel void matmul(global float *c, global const float *a, global const float *b, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n) return;
    // Write a loop and a store here.
}
