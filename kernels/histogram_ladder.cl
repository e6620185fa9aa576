// SPDX-License-Identifier: MIT
//
// How many of a picture's n pixels have each value of red, green and blue: from a histogram a work-item to one
// that waits for nobody.  The first rung and the last two are chapter 3's; here is what lies between.

#include "histogram_per_item.h"
#include "histogram_merged_atomic.h"
#include "histogram_merged_private.h"

// atomic, atomic_fit: a work-group counts in one histogram in local memory and leaves it to the host.  It has
// a stretch of `each` pixels for every work-item, and neighbours read neighbouring pixels.
kernel void histogram_atomic(global uint *restrict histograms, global const uint *restrict pixels, uint n,
                             uint each)
{
    local uint counters[BINS];
    size_t item = get_local_id(0), items = get_local_size(0), group = get_group_id(0);
    for (size_t bin = item; bin < BINS; bin += items)
        counters[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    size_t end = min(each * items * (group + 1), (size_t)n);
    for (size_t at = each * items * group + item; at < end; at += items) {
        uint pixel = pixels[at];
        atomic_inc(&counters[pixel & 255]);
        atomic_inc(&counters[256 + (pixel >> 8 & 255)]);
        atomic_inc(&counters[512 + (pixel >> 16 & 255)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t bin = item; bin < BINS; bin += items)
        histograms[BINS * group + bin] = counters[bin];
}

// replicated: the same with LOCAL_COPIES counters of each bin, side by side, for neighbours to take turns.
kernel void histogram_replicated(global uint *restrict histograms, global const uint *restrict pixels,
                                 uint n, uint each)
{
    local uint counters[BINS * LOCAL_COPIES];
    size_t item = get_local_id(0), items = get_local_size(0), group = get_group_id(0);
    for (size_t i = item; i < BINS * LOCAL_COPIES; i += items)
        counters[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    local uint *mine = counters + item % LOCAL_COPIES;
    size_t end = min(each * items * (group + 1), (size_t)n);
    for (size_t at = each * items * group + item; at < end; at += items) {
        uint pixel = pixels[at];
        atomic_inc(&mine[(pixel & 255) * LOCAL_COPIES]);
        atomic_inc(&mine[(256 + (pixel >> 8 & 255)) * LOCAL_COPIES]);
        atomic_inc(&mine[(512 + (pixel >> 16 & 255)) * LOCAL_COPIES]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t bin = item; bin < BINS; bin += items)
        histograms[BINS * group + bin] = sum_of_copies(counters, bin);
}

// in_flight: each work-item has several loads of four pixels on the way, and red and green have banks of their
// own (count_pixels).
kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
histogram_in_flight(global uint *restrict histograms, global const uint *restrict pixels, uint n)
{
    local uint counters[BINS * LOCAL_COPIES];
    count_pixels(counters, pixels, n);
    for (size_t i = get_local_id(0); i < BINS; i += get_local_size(0))
        histograms[BINS * get_group_id(0) + bin_of(i)] = sum_of_copies(counters, i);
}

// last_group: the groups add their sums to totals[bin].  The group that finishes last moves these to
// `histogram` and leaves them, and the number of finished groups behind them, 0 for the next launch.
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

    // Each work-item's additions are in memory (the fence), and so are the group's (the barrier), before the
    // group counts as finished.  A barrier alone orders them for this group only.
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (item == 0) counters[0] = atomic_inc(&totals[BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (counters[0] + 1 < get_num_groups(0)) return;
    for (size_t bin = item; bin < BINS; bin += items)
        histogram[bin] = atomic_xchg(&totals[bin], 0);
    if (item == 0) atomic_xchg(&totals[BINS], 0);
}
