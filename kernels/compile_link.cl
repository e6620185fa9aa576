// SPDX-License-Identifier: MIT
//
// compile_link - fills y with numbers that look random: one per work-item, and as many work-items
// as numbers.  The function hash is in another program, compile_link_function.cl.

uint hash(uint x);

kernel void compile_link(global uint *y, uint seed)
{
    size_t i = get_global_id(0);
    y[i] = hash(seed + (uint)i);
}
