// SPDX-License-Identifier: MIT
//
// A small step of work: so little that the time goes into launching it.

// One step of a generator of numbers (Knuth's, in 32 bits), and the element's place.  One work-item
// per element.
kernel void command_buffer_step(global uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] = x[i] * 1664525u + 1013904223u + (uint)i;
}
