// Bit v % 32 of set[v / 32] is 1 when v, a number below 256, occurs in x.  All bits begin with 0.

kernel void seen(global uint *set, global const uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) atomic_or(&set[x[i] / 32], 1u << x[i] % 32);
}
