// y = a + b.  There is one work-item for each element.

kernel void add(global float *y, global const float *a, global const float *b)
{
    uint i = get_global_id(0);
    y[i] = a[i] + b[i];
}
