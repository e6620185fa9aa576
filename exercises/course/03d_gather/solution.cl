// y[i] = x[index[i]].  Where index[i] is no index of x, which has m elements, y[i] is 0.

kernel void gather(global uint *y, global const uint *x, global const uint *index, uint m, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        uint from = index[i];
        y[i] = from < m ? x[from] : 0;
    }
}
