// y[i] = the sum of all elements of x of the work-group that i belongs to.

kernel void butterfly(global uint *y, global const uint *x, uint n)
{
    local uint part[64];
    uint i = get_global_id(0), item = get_local_id(0);
    uint sum = i < n ? x[i] : 0;
    for (uint d = 1; d < 64; d *= 2) {
        part[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);    // all have written
        sum += part[item ^ d];
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read
    }
    if (i < n) y[i] = sum;
}
