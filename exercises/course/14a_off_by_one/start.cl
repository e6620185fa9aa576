// y[i] = the sum of x[i] and its two neighbours.  At both ends a neighbour is missing, and the
// element at the end stands for it.

kernel void neighbours(global float *y, global const float *x, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float left = x[i == 0 ? 0 : i - 1];
    float right = x[i + 1];
    y[i] = left + x[i] + right;
}
