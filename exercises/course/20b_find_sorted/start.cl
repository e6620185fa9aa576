// y[i] = the first place in x, which is sorted, whose element is not below wanted[i]; n if none is.

kernel void find_sorted(global uint *y, global const uint *x, global const uint *wanted, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint low = 0, high = n;
    // Write the loop here.
    y[i] = low;
}
