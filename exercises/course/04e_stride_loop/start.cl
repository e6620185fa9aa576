// y = 2 * x, for n elements.  There are 128 work-items, whatever n is.

kernel void twice(global float *y, global const float *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = 2 * x[i];
}
