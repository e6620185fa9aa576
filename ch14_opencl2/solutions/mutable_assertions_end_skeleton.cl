// SPDX-License-Identifier: MIT
//
// Exercise 2 of mutable_assertions: work-item 0 marks the last place.  Here it is the last one of
// a recording with 1000 work-groups of 8.
//
//     build/bin/mutable_assertions -k ch14_opencl2/solutions/mutable_assertions_end_skeleton.cl

kernel void mutable_assertions(global uint *out, uint number)
{
    size_t i = 7999 - get_global_id(0);
    out[i] = number + (uint)i;
}
