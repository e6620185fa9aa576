// y = x, but not below low and not above high.  So far it only copies.

kernel void limit(global float *y, global const float *x, float low, float high, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = x[i];
}
