// y = 3 * x.

kernel void triple(global uint *y, global const uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = 3 * x[i];
}
