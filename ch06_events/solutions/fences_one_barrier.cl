// SPDX-License-Identifier: MIT
//
// Exercise 4 of fences: one barrier per round.

#ifndef LOCAL
#error "the host must build this file with -DLOCAL=<work-items per work-group>"
#endif

// What a work-item computes from its element.
uint fences_value(global const uint *x, ulong n, size_t i)
{
    return i < n ? x[i] * x[i] + 1 : 0;
}

// out[i] = the sum of the group's values up to i.  Each round reads one half of
// `sum` and writes the other one.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
fences_scan(global uint *restrict out, global const uint *restrict x, ulong n)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    local uint sum[2 * LOCAL];
    sum[l] = fences_value(x, n, i);
    size_t from = 0;    // the half with the sums of the round before
    for (size_t step = 1; step < LOCAL; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint mine = sum[from + l];
        sum[LOCAL - from + l] = l >= step ? mine + sum[from + l - step] : mine;
        //: skeleton
        //: // Here: the next round reads what this one has written.
        //: solution
        from = LOCAL - from;
        //: end
    }
    if (i < n) out[i] = sum[from + l];
}
