// SPDX-License-Identifier: MIT
//
// Compiled twice: by the device's compiler, and ahead of time to SPIR-V.
//
// ALPHA         the factor
// SPECIALISE    for SPIR-V: the factor is a specialization constant, which the host may set before
//               the build; ALPHA is its default

#ifndef ALPHA
#error ALPHA is the factor; in SPIR-V it is the default
#endif

#ifdef SPECIALISE
float __attribute__((overloadable)) __spirv_SpecConstant(int id, float otherwise);
#define FACTOR __spirv_SpecConstant(0, ALPHA)
#else
#define FACTOR ALPHA
#endif

// a[i] = alpha * b[i] + c[i], for i from 0 to n - 1.  One work-item per element.
kernel void spirv_module_saxpy(global float *restrict a, global const float *restrict b,
                               global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = FACTOR * b[i] + c[i];
}
