// sum = the sum of all elements of x, by one work-item.

kernel void sum_all(global float *sum, global const float *x, uint n)
{
    float s = 0;
    for (uint i = 0; i < n; i++)
        s += x[i];
    *sum = s;
}
