// y[i] = the sum of x[i - 2] to x[i + 2], each times its weight.

constant int weights[5] = { 1, 4, 6, 4, 1 };

kernel void convolve(global int *y, global const int *x, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum += weights[k] * x[clamp(i + k - 2, 0, n - 1)];
    y[i] = sum;
}
