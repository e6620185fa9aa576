// SPDX-License-Identifier: MIT
//
// semaphores - one queue makes numbers, another one uses them.  One work-item per number.

// Makes the squares.
kernel void semaphores_make(global uint *restrict square, global const uint *restrict x, uint n)
{
    uint i = get_global_id(0);
    if (i < n) square[i] = x[i] * x[i];
}

// Uses them: the difference to the last one.  The last square is made late.  So a kernel that
// begins too early finds something else there.
kernel void semaphores_use(global uint *restrict y, global const uint *restrict square, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = square[n - 1 - i] - square[n - 1];
}
