// y[i] = x[i] as a byte: the nearest whole number, and the nearest end for what is outside of
// 0 to 255.

kernel void to_bytes(global uchar *y, global const float *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = convert_uchar_sat_rte(x[i]);
}
