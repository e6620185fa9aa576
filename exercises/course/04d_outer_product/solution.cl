// y[r][c] = a[r] * b[c], for a table of h rows and w columns.

kernel void outer_product(global float *y, global const float *a, global const float *b, uint w,
                          uint h)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column < w && row < h) y[row * w + column] = a[row] * b[column];
}
