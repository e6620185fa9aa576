// SPDX-License-Identifier: MIT
//
// Exercise 2 of mutable_assertions: work-item 0 marks the last place.
//
//     build/bin/mutable_assertions -k ch14_opencl2/solutions/mutable_assertions_end.cl

kernel void mutable_assertions(global uint *out, uint number)
{
    size_t i = get_global_size(0) - 1 - get_global_id(0);
    out[i] = number + (uint)i;
}
