// SPDX-License-Identifier: MIT
//
// scaling_blocks - exercise 1 of scaling: each work-item computes numbers that lie side by side.
//
//     build/bin/scaling -k build/exercises/scaling_blocks.cl

// Work-item i computes numbers i * share, i * share + 1, ..., `share` of them.
//
//     4 work-items    number     0 1 2   3 4 5   6 7 8   9
//                     work-item  0 0 0   1 1 1   2 2 2   3
kernel void scaling(global uint *restrict y, global const uint *restrict x, uint n)
{
    uint items = get_global_size(0), share = (n + items - 1) / items;
    //: skeleton
    //: // Exercise 1 of scaling: these two are right for work-item 0 only.  No work-item may go past n.
    //: uint first = 0, end = min(share, n);
    //: solution
    uint first = get_global_id(0) * share, end = min(first + share, n);
    //: end
    for (uint i = first; i < end; i++) {
        uint value = x[i];
        for (int r = 0; r < ROUNDS; r++)
            value = (value ^ (value >> 15)) * 2654435761U;
        y[i] = value;
    }
}
