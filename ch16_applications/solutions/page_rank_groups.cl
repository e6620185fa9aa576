// SPDX-License-Identifier: MIT
//
// page_rank_groups - exercise 3 of page_rank: a work-group makes its pages together.
//
//     build/bin/page_rank -k build/exercises/page_rank_groups.cl

#ifndef DAMPING
#error "the host must build this file with -D for the macro above"
#endif

enum { MOST = 64 };    // work-items of a work-group

// The pages of a work-group are those of its work-items.  For each of them, its work-items share
// the links to it, and work-item 0 adds up their sums.
kernel void page_rank(global float *restrict next, global const float *restrict now,
                      global const uint *restrict first, global const uint *restrict from,
                      global const uint *restrict out, float base, uint pages)
{
    local float sums[MOST];
    uint me = get_local_id(0), items = get_local_size(0);
    uint begin = get_group_id(0) * items, end = min(begin + items, pages);
    for (uint p = begin; p < end; p++) {
        float sum = 0.0f;
        for (uint i = first[p] + me; i < first[p + 1]; i += items)
            sum += now[from[i]] / out[from[i]];
        sums[me] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        //: skeleton
        //: // Exercise 3 of page_rank: the others have sums, too.
        //: if (me == 0) next[p] = base + DAMPING * sum;
        //: solution
        if (me == 0) {
            for (uint k = 1; k < items; k++)
                sum += sums[k];
            next[p] = base + DAMPING * sum;
        }
        //: end
        barrier(CLK_LOCAL_MEM_FENCE);    // before the next page's sums
    }
}
