// y[i] = x[(i * step) % n]: the elements of x in steps, round and round.

kernel void in_steps(global uint *y, global const uint *x, uint step, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = x[(ulong)i * step % n];
}
