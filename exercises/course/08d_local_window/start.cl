// y[i] = x[i] + x[i + 1] + ... + x[i + 7].  x has n + 7 elements.

kernel void window(global uint *y, global const uint *x, uint n)
{
    local uint tile[64 + 7];
    uint i = get_global_id(0), item = get_local_id(0), first = i - item;
    uint sum = 0;
    // Bring x[first] to x[first + 70] into the tile, wait, and add eight elements of it.
    if (i < n) y[i] = sum;
}
