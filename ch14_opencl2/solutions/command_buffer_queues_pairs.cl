// SPDX-License-Identifier: MIT
//
// Exercise 4 of command_buffer_queues: two elements per work-item.

kernel void command_buffer_step(global uint *restrict x, ulong n)
{
    size_t i = 2 * get_global_id(0);
    //: skeleton
    //: if (i < n) x[i] = x[i] * 1664525u + 1013904223u + (uint)i;
    //: // Exercise 4 of command_buffer_queues: and the neighbour.
    //: solution
    for (size_t k = i; k < n && k < i + 2; k++)
        x[k] = x[k] * 1664525u + 1013904223u + (uint)k;
    //: end
}
