// y = the transpose of x: row and column change places.
//
// x has h rows of w elements, y has w rows of h.

kernel void transpose(global float *y, global const float *x, uint w, uint h)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column < w && row < h) y[column * h + row] = x[row * w + column];
}
