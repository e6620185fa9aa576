// SPDX-License-Identifier: MIT
//
// scaling - work that any number of work-groups can share.
//
// ROUNDS   steps per number

// Work-item i computes numbers i, i + the number of work-items, i + twice that, and so on.
//
//     4 work-items    number     0 1 2 3   4 5 6 7   8 9
//                     work-item  0 1 2 3   0 1 2 3   0 1
kernel void scaling(global uint *restrict y, global const uint *restrict x, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint value = x[i];
        for (int r = 0; r < ROUNDS; r++)
            value = (value ^ (value >> 15)) * 2654435761U;
        y[i] = value;
    }
}
