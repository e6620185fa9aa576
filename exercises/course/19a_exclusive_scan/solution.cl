// y[i] = the sum of the elements before i within the work-group: y of its first element is 0.

kernel void scan_exclusive(global uint *y, global const uint *x, uint n)
{
    local uint part[64];
    uint i = get_global_id(0), item = get_local_id(0);
    uint value = i < n ? x[i] : 0, sum = value;
    for (uint d = 1; d < 64; d *= 2) {
        part[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        if (item >= d) sum += part[item - d];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read
    }
    // The sum up to element i, without it.
    if (i < n) y[i] = sum - value;
}
