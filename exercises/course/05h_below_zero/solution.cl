// y[i] = how far a[i] and b[i] are apart.

kernel void distance_of(global uint *y, global const uint *a, global const uint *b, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = abs_diff(a[i], b[i]);
}
