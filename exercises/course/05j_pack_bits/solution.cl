// Bit k of y[w] is flags[32 * w + k].

kernel void pack_bits(global uint *y, global const uchar *flags, uint n)
{
    uint w = get_global_id(0);
    if (w >= (n + 31) / 32) return;
    uint word = 0;
    for (uint k = 0; k < 32 && 32 * w + k < n; k++)
        word |= (uint)flags[32 * w + k] << k;
    y[w] = word;
}
