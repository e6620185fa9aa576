// sums[g] = the sum of the elements of work-group g.  The group may have any size up to 256.

kernel void sum_groups(global uint *sums, global const uint *x, uint n)
{
    local uint part[256];
    uint i = get_global_id(0), item = get_local_id(0);
    part[item] = i < n ? x[i] : 0;
    for (uint count = get_local_size(0); count > 1;) {
        uint half_up = (count + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < count / 2) part[item] += part[item + half_up];
        count = half_up;
    }
    if (item == 0) sums[get_group_id(0)] = part[0];
}
