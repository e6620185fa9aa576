// y = 2 * x, for n elements.

kernel void twice(global float *y, global const float *x, uint n)
{
    uint i = get_global_id(0);
    y[i] = 2 * x[i];
}
