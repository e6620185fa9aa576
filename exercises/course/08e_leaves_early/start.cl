// sums[g] = the sum of the 64 elements of work-group g.

kernel void sum_groups(global uint *sums, global const uint *x, uint n)
{
    local uint part[64];
    uint i = get_global_id(0), item = get_local_id(0);
    if (i >= n) return;
    part[item] = x[i];
    for (uint d = 32; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < d) part[item] += part[item + d];
    }
    if (item == 0) sums[get_group_id(0)] = part[0];
}
