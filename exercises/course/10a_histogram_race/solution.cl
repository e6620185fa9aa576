// hist[v] = how often v, a number from 0 to 15, stands in x.

kernel void histogram(global uint *hist, global const uchar *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) atomic_inc(&hist[x[i]]);
}
