// SPDX-License-Identifier: MIT
//
// Exercise 2 of queue_families: the same numbers without a multiplication.  Here they are even.
//
//     OPENCL_LAYERS=build/tests/libfamilies_layer.so build/bin/queue_families
//         -k ch14_opencl2/solutions/queue_families_odd_skeleton.cl

kernel void queue_families(global uint *restrict y, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = x[i] << 1;
}
