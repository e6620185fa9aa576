// SPDX-License-Identifier: MIT
//
// One queue makes numbers, another one uses them.  One work-item per number.

// Makes the numbers of a frame from those of the frame before.
kernel void semaphore_frames_make(global uint *restrict x, uint frame, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) x[i] = 5 * x[i] + frame;
}

// Adds up what all frames have made.  It reads from the end: who comes too early finds numbers of
// the frame before.
kernel void semaphore_frames_use(global uint *restrict sum, global const uint *restrict x, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) sum[i] = 3 * sum[i] + x[n - 1 - i];
}
