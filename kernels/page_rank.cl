// SPDX-License-Identifier: MIT
//
// page_rank - how important is each page?  A round: each page hands its rank on along its links.
//
// The host sets
//     DAMPING    how much of its rank a page hands on: 0.85

#ifndef DAMPING
#error "the host must build this file with -D for the macro above"
#endif

// A work-item per page.  The links to page p are from the pages from[first[p]] to
// from[first[p + 1] - 1].  Page q has out[q] links, and hands an equal share of its rank to each.
// `base` is what every page gets.
kernel void page_rank(global float *restrict next, global const float *restrict now,
                      global const uint *restrict first, global const uint *restrict from,
                      global const uint *restrict out, float base, uint pages)
{
    uint p = get_global_id(0);
    if (p >= pages) return;
    float sum = 0.0f;
    for (uint i = first[p]; i < first[p + 1]; i++)
        sum += now[from[i]] / out[from[i]];
    next[p] = base + DAMPING * sum;
}
