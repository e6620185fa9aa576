// SPDX-License-Identifier: MIT
//
// The kernel of last_group as it once was, with a mistake that one program alone never showed.  On
// a GPU that many programs share, 15 of 56 runs were wrong:
//
//     python3 bench/shared_gpu.py "histogram_ladder -V last_group"
//         -k kernels/histogram_ladder_broken.cl
//
// The macros are those of histogram_ladder.cl.

#define histogram_last_group histogram_last_group_right
#include "histogram_ladder.cl"
#undef histogram_last_group

// The results of the additions are not used.  So a work-item may go on while its additions are
// under way.  mem_fence and barrier order them for this work-group only: another work-group may see
// that this one has finished before it sees all of its additions.
kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
histogram_last_group(global uint *restrict histogram, global uint *restrict totals,
                     global const uint *restrict pixels, uint n)
{
    local uint counters[BINS * LOCAL_COPIES];
    count_pixels(counters, pixels, n);
    size_t item = get_local_id(0), items = get_local_size(0);
    for (size_t i = item; i < BINS; i += items) {
        uint sum = sum_of_copies(counters, i);
        if (sum > 0) atomic_add(&totals[bin_of(i)], sum);
    }

    mem_fence(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (item == 0) counters[0] = atomic_inc(&totals[BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (counters[0] + 1 < get_num_groups(0)) return;
    for (size_t bin = item; bin < BINS; bin += items)
        histogram[bin] = atomic_xchg(&totals[bin], 0);
    if (item == 0) atomic_xchg(&totals[BINS], 0);
}
