// SPDX-License-Identifier: MIT
//
// event_graph - one step of the graph: each number, and one from the other end of a vector.
//
//     p  1  2  3  4
//     q  1  2  3  4
//     y  7  9 11 13        3 * 1 + 4, 3 * 2 + 3, ...

// Work-item i computes element i.  It needs a number that another work-item of the command before
// has made: the whole of that command must be complete.
kernel void event_graph(global uint *restrict y, global const uint *p, global const uint *q, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = 3 * p[i] + q[n - 1 - i];
}
