// SPDX-License-Identifier: MIT
//
// Exercise 5 of mutable_commands: a multiplication by parts.

// Each work-item of the launch leaves its mark: its place times `factor`, plus the size of its
// work-group.  Elements that no work-item has stay as they are.
kernel void mutable_commands_mark(global uint *restrict out, uint factor, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = (uint)i * factor + (uint)get_local_size(0);
}

// One step of a generator of numbers (Knuth's, in 32 bits), with another number added in each
// frame.  One work-item per element.
kernel void mutable_commands_step(global uint *restrict x, uint add, uint n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) x[i] = x[i] * 26125u + add;    // Exercise 5 of mutable_commands: and 25?
    //: solution
    if (i < n) x[i] = (x[i] * 25u << 16) + x[i] * 26125u + add;
    //: end
}
