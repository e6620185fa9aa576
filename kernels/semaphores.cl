// SPDX-License-Identifier: MIT
//
// semaphores - one queue makes numbers, another one uses them.  One work-item per number.
//
// LATE    steps that the last number takes

// Makes the squares.  The last work-item goes on for a while, so its number is late.
kernel void semaphores_make(global uint *restrict made, global const uint *restrict x, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint number = x[i] * x[i];
    if (i == n - 1)
        for (uint k = 0; k < LATE; k++)
            number = (5 * number) ^ k;
    made[i] = number;
}

// Uses them: adds the last one to each.  A kernel that begins too early finds something else
// there, and all sums are wrong.
kernel void semaphores_use(global uint *restrict y, global const uint *restrict made, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = made[i] + made[n - 1];
}
