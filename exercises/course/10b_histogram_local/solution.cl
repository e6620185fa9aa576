// hist[v] = how often v, a number from 0 to 15, stands in x.  It begins with 0.

kernel void histogram(global uint *hist, global const uchar *x, uint n)
{
    local uint own[16];    // the counters of this work-group
    uint i = get_global_id(0), item = get_local_id(0);
    if (item < 16) own[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) atomic_inc(&own[x[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 16) atomic_add(&hist[item], own[item]);
}
