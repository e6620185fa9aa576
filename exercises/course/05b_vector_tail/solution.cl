// y = 2 * x.  Each work-item makes four elements at once.

kernel void twice(global float *y, global const float *x, uint n)
{
    uint i = 4 * get_global_id(0);
    if (i + 4 <= n) {
        vstore4(2 * vload4(0, x + i), 0, y + i);
    } else {
        for (; i < n; i++)
            y[i] = 2 * x[i];
    }
}
