// y[i] = the sum of all elements of x of the work-group that i belongs to.

kernel void butterfly(global uint *y, global const uint *x, uint n)
{
    local uint part[64];
    uint i = get_global_id(0), item = get_local_id(0);
    uint sum = i < n ? x[i] : 0;
    // Write the loop with the six steps here.
    if (i < n) y[i] = sum;
}
