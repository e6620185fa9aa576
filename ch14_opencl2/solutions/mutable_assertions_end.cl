// SPDX-License-Identifier: MIT
//
// Exercise 2 of mutable_assertions: work-item 0 marks the last place.
//: skeleton
//: // Here it is the last one of a recording with 1000 work-groups of 8.
//: end
//
//     build/bin/mutable_assertions -k build/exercises/mutable_assertions_end.cl

kernel void mutable_assertions(global uint *out, uint number)
{
    //: skeleton
    //: size_t i = 7999 - get_global_id(0);
    //: solution
    size_t i = get_global_size(0) - 1 - get_global_id(0);
    //: end
    out[i] = number + (uint)i;
}
