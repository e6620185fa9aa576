// SPDX-License-Identifier: MIT
//
// spirv - compiled to SPIR-V when the samples are built: a number per work-item, and as many
// work-items as numbers.

kernel void spirv(global uint *restrict y, global const uint *restrict x)
{
    size_t i = get_global_id(0);
    y[i] = 3 * x[i] + 1;
}
