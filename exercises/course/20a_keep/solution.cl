// y = the elements of x that are larger than `limit`, side by side, and *count = how many they are.
// place[i] is the number of such elements before element i.

kernel void keep(global uint *y, global uint *count, global const uint *x, global const uint *place,
                 uint limit, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint kept = x[i] > limit;
    if (kept) y[place[i]] = x[i];
    if (i == n - 1) *count = place[i] + kept;
}
