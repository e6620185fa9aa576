// sums[g] = the sum of a[i] * b[i] over the 64 elements of work-group g.

kernel void dot_product(global float *sums, global const float *a, global const float *b, uint n)
{
    local float part[64];
    uint i = get_global_id(0), item = get_local_id(0);
    part[item] = i < n ? a[i] * b[i] : 0;
    for (uint d = 32; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < d) part[item] += part[item + d];
    }
    if (item == 0) sums[get_group_id(0)] = part[0];
}
