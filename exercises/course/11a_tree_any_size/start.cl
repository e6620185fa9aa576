// sums[g] = the sum of the elements of work-group g.  The group may have any size up to 256.

kernel void sum_groups(global uint *sums, global const uint *x, uint n)
{
    local uint part[256];
    uint i = get_global_id(0), item = get_local_id(0);
    part[item] = i < n ? x[i] : 0;
    for (uint d = get_local_size(0) / 2; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < d) part[item] += part[item + d];
    }
    if (item == 0) sums[get_group_id(0)] = part[0];
}
