// SPDX-License-Identifier: MIT
//
// A kernel for numbers in shared virtual memory.

// Adds the numbers of y to those of x.  One work-item per number.  Both may be in one allocation.
kernel void svm_commands_add(global int *x, global const int *y, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] += y[i];
}
