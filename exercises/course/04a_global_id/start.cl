// Element i is i * i.  One line is wrong.

kernel void squares(global uint *y, uint n)
{
    uint i = get_local_id(0);
    if (i < n) y[i] = i * i;
}
