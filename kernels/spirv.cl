// SPDX-License-Identifier: MIT
//
// Compiled twice: by the device's compiler, which is given ALPHA, and ahead of time to SPIR-V, with SPECIALISE.
// There alpha is a specialization constant, which the host may set before it builds the program.

#ifndef ALPHA
#error ALPHA is the factor, in SPIR-V as long as the host sets no other
#endif

#ifdef SPECIALISE
float __attribute__((overloadable)) __spirv_SpecConstant(int id, float otherwise);
#define FACTOR __spirv_SpecConstant(0, ALPHA)
#else
#define FACTOR ALPHA
#endif

// a[i] = alpha * b[i] + c[i], for i from 0 to n - 1.  One work-item an element.
kernel void spirv_saxpy(global float *restrict a, global const float *restrict b,
                        global const float *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) a[i] = FACTOR * b[i] + c[i];
}
