// y = a * x + y, for all n elements.  Each work-item makes one element.

kernel void saxpy(global float *y, global const float *x, float a, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}
