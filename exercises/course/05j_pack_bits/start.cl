// Bit k of y[w] is flags[32 * w + k].

kernel void pack_bits(global uint *y, global const uchar *flags, uint n)
{
    uint w = get_global_id(0);
    if (w >= (n + 31) / 32) return;
    uint word = 0;
    // Write a loop here.
    y[w] = word;
}
