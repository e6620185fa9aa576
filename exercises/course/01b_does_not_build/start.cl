// y = 3 * x.  Three lines are wrong.

kernel void triple(global uint *y, const uint *x, uint n)
{
    uint i = get_globel_id(0);
    if (i < n) y[i] = 3 * x[i]
}
