// least = the smallest element of x.  The host has put the largest uint there.

kernel void find_least(global uint *least, global const uint *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n && x[i] < *least) *least = x[i];
}
