// y[i] is the product of the complex numbers a[i] and b[i]; x is the real part, y the imaginary.

kernel void complex_product(global float2 *y, global const float2 *a, global const float2 *b,
                            uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float2 p = a[i], q = b[i];
    y[i] = (float2)(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
}
