// SPDX-License-Identifier: MIT
//
// Exercise 4 of mutable_commands: the place counted by hand.

// Each work-item of the launch leaves its mark: its place times `factor`, plus the size of its
// work-group.  Elements that no work-item has stay as they are.
kernel void mutable_commands_mark(global uint *restrict out, uint factor, uint n)
{
    //: skeleton
    //: // Exercise 4 of mutable_commands: where does the launch begin?
    //: size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    //: solution
    size_t i = get_global_offset(0) + get_group_id(0) * get_local_size(0) + get_local_id(0);
    //: end
    if (i < n) out[i] = (uint)i * factor + (uint)get_local_size(0);
}

// One step of a generator of numbers (Knuth's, in 32 bits), with another number added in each
// frame.  One work-item per element.
kernel void mutable_commands_step(global uint *restrict x, uint add, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] = x[i] * 1664525u + add;
}
