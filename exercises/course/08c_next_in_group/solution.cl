// y[i] = 3 * x + 1 of the next work-item of the group; the last one takes that of the first.

kernel void next_in_group(global uint *y, global const uint *x, uint n)
{
    local uint desk[64];
    uint i = get_global_id(0), item = get_local_id(0), size = get_local_size(0);
    uint value = i < n ? 3 * x[i] + 1 : 0;
    desk[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = desk[(item + 1) % size];
}
