// The elements of y in reverse order, in place.

kernel void reverse(global uint *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n / 2) {
        uint first = y[i];
        y[i] = y[n - 1 - i];
        y[n - 1 - i] = first;
    }
}
