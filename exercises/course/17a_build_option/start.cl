// y[i] = the sum of x[i - RADIUS] to x[i + RADIUS], of those that exist.

kernel void sum_around(global int *y, global const int *x, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    for (int k = -1; k <= 1; k++)
        if (i + k >= 0 && i + k < n) sum += x[i + k];
    y[i] = sum;
}
