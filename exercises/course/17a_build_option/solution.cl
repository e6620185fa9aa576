// y[i] = the sum of x[i - RADIUS] to x[i + RADIUS], of those that exist.

#ifndef RADIUS
#define RADIUS 1
#endif

kernel void sum_around(global int *y, global const int *x, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < n) sum += x[i + k];
    y[i] = sum;
}
