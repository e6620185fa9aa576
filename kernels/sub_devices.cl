// SPDX-License-Identifier: MIT
//
// sub_devices - one part of the numbers, on one sub-device.
//
// Work-item i computes y[i] from x[i].  Each sub-device has buffers of its own, and a number.

kernel void sub_devices_part(global int *restrict y, global const int *restrict x, const int part,
                             const uint n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = 3 * x[i] + part;
}
