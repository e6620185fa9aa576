// SPDX-License-Identifier: MIT
//
// How far numbers are above a limit; 0 for those that are not.  Work-item i has four numbers.

kernel void operators(global int *restrict out, global const int *restrict in, int limit, uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const int4 v = vload4(i, in);
    const int4 above = v > limit;            // for each number: -1 if it is above, else 0
    vstore4((v - limit) & above, i, out);    // -1 has all bits set and keeps a number, 0 none
}
