// Makes a row of n pixels twice as wide.  A new pixel is a mixture of the two old ones whose
// centres are nearest.

kernel void wider(global float *y, global const float *x, uint n)
{
    uint i = get_global_id(0);
    if (i >= 2 * n) return;
    float at = (i + 0.5f) / 2.0f - 0.5f;
    int left = (int)floor(at);
    float part = at - left;
    int last = (int)n - 1;
    y[i] = (1 - part) * x[clamp(left, 0, last)] + part * x[clamp(left + 1, 0, last)];
}
