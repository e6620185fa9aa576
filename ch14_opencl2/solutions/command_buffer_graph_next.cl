// SPDX-License-Identifier: MIT
//
// Exercise 2 of command_buffer_graph: two numbers per work-item.
//: skeleton
//: // Here each has only the first of its two.
//: end
//
//     build/bin/command_buffer_graph -k build/exercises/command_buffer_graph_next.cl

kernel void command_buffer_graph_part(global uint *x, ulong first, ulong count)
{
    size_t i = 2 * get_global_id(0);
    //: skeleton
    //: if (i < count) x[first + i] = 3 * x[first + i] + 1;
    //: solution
    for (size_t k = i; k < i + 2 && k < count; k++)
        x[first + k] = 3 * x[first + k] + 1;
    //: end
}

kernel void command_buffer_graph_join(global uint *y, global const uint *x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = 5 * y[i] + x[i] + 2 * x[n - 1 - i];
}
