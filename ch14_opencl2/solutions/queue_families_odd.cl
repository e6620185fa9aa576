// SPDX-License-Identifier: MIT
//
// Exercise 2 of queue_families: the same numbers without a multiplication.
//: skeleton
//: // Here they are even.
//: end
//
//     OPENCL_LAYERS=build/tests/libfamilies_layer.so build/bin/queue_families
//         -k build/exercises/queue_families_odd.cl

kernel void queue_families(global uint *restrict y, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    //: skeleton
    //: if (i < n) y[i] = x[i] << 1;
    //: solution
    if (i < n) y[i] = x[i] << 1 | 1;
    //: end
}
