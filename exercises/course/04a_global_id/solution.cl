// Element i is i * i.

kernel void squares(global uint *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = i * i;
}
