// y[i] = x[i] + x[i + 1] + ... + x[i + 7].  x has n + 7 elements.

kernel void window(global uint *y, global const uint *x, uint n)
{
    local uint tile[64 + 7];
    uint i = get_global_id(0), item = get_local_id(0), first = i - item;
    for (uint k = item; k < 64 + 7; k += 64)
        tile[k] = first + k < n + 7 ? x[first + k] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint k = 0; k < 8; k++)
        sum += tile[item + k];
    if (i < n) y[i] = sum;
}
