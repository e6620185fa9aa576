// SPDX-License-Identifier: MIT
//
// Two pictures of bytes laid over one another: their sum, their mean, their difference.  Work-item
// i has four bytes of each.

kernel void integer_builtins(global uchar *restrict sum, global uchar *restrict mean,
                             global uchar *restrict difference, global const uchar *restrict a,
                             global const uchar *restrict b, uint n)
{
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const uchar4 p = vload4(i, a), q = vload4(i, b);
    vstore4(add_sat(p, q), i, sum);            // 255 where p + q is more
    vstore4(hadd(p, q), i, mean);              // (p + q) / 2, and no bit of p + q is lost
    vstore4(abs_diff(p, q), i, difference);    // p - q or q - p, which is not below 0
}
