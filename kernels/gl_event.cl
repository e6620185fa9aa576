// SPDX-License-Identifier: MIT
//
// gl_event - OpenCL's turn: new numbers, one work-item per number.

kernel void gl_event(global uint *into, global const uint *from, uint n)
{
    uint i = get_global_id(0);
    if (i < n) into[i] = 3 * from[i] + i;
}
