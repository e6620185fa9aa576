// SPDX-License-Identifier: MIT
//
// buffer_fill from the end: work-item i writes element n - 1 - i.
//
// Element i becomes i.  One element per work-item; there may be more work-items than elements.

kernel void buffer_fill(global uint *restrict x, global uint *restrict local_size, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) x[n - 1 - i] = n - 1 - i;
    if (i == 0) *local_size = get_local_size(0);    // what the host did not say
}
