// *count becomes the number of elements of x that are equal to `wanted`.  It begins with 0.

kernel void count_matches(global uint *count, global const uint *x, uint wanted, uint n)
{
    uint i = get_global_id(0);
    if (i < n && x[i] == wanted) atomic_inc(count);
}
