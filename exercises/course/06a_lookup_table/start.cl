// y[i] = the bars that show the number x[i], which is 0 to 9.

// Put a table in constant memory here.

kernel void bars_of(global uint *y, global const uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = x[i];
}
