// SPDX-License-Identifier: MIT
//
// mutable_assertions - each work-item marks its own place with a number.

kernel void mutable_assertions(global uint *out, uint number)
{
    size_t i = get_global_id(0);
    out[i] = number + (uint)i;
}
