// SPDX-License-Identifier: MIT
//
// merged_atomic: a work-group counts in its local memory, with atomics, and adds its sums to the histogram.
//
// There are LOCAL_COPIES counters for a bin, side by side, and work-items take turns: neighbours that see the
// same colour neither wait for each other nor meet in a memory bank.  Red and green alternate,
//
//     counters[2 v][copy] of red v    counters[2 v + 1][copy] of green v    counters[512 + v][copy] of blue v
//
// so that 16 copies of red fill one half of a GPU's 32 banks and those of green the other.  While 16
// neighbours count red the next 16 count green, and no two of the 32 meet in a bank.

#if !defined(LOCAL_COPIES) || !defined(LOADS) || !defined(GROUP_SIZE)
#error "the host must build this file with -DLOCAL_COPIES=<a power of two> -DLOADS= -DGROUP_SIZE="
#endif

#include "histogram.h"

#define COUNTER_BYTES (4 * LOCAL_COPIES)
#define COUNTER_LOG2 (31 - clz(COUNTER_BYTES))

// Which bin of the histogram the counter is of.
uint bin_of(uint counter)
{
    return counter < 512 ? counter % 2 * 256 + counter / 2 : counter;
}

// Counts the pixel's channels in the order x, y, z of `turn`, the rotation that moves a channel to where it
// makes a byte offset into `counters`, and `place`, the other bits of that offset.
void count_atomic(local uchar *counters, uint pixel, uint3 turn, uint3 place)
{
    const uint3 mask = (uint3)(510, 510, 255) * COUNTER_BYTES;
    uint3 at = rotate((uint3)(pixel), turn) & mask | place;
    atomic_inc((local uint *)(counters + at.x));
    atomic_inc((local uint *)(counters + at.y));
    atomic_inc((local uint *)(counters + at.z));
}

void count_atomic_4(local uchar *counters, uint4 four, uint3 turn, uint3 place)
{
    count_atomic(counters, four.x, turn, place);
    count_atomic(counters, four.y, turn, place);
    count_atomic(counters, four.z, turn, place);
    count_atomic(counters, four.w, turn, place);
}

// The work-group's share of the picture, counted in counters[BINS * LOCAL_COPIES], which it clears.
// Neighbours read neighbouring uint4s.  A work-item loads LOADS of them before it counts the first: while some
// work-items wait for theirs, others count.
void count_pixels(local uint *counters, global const uint *pixels, uint n)
{
    uint item = get_local_id(0), items = get_local_size(0);
    for (uint i = item; i < BINS * LOCAL_COPIES; i += items)
        counters[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    local uchar *bytes = (local uchar *)counters;
    uint copy = item % LOCAL_COPIES * 4, green_first = item / LOCAL_COPIES % 2;
    uint3 place = (uint3)(green_first, 1 - green_first, 512) * COUNTER_BYTES + copy;
    uint3 turn = COUNTER_LOG2 + (uint3)(1, 1, 0) - 8 * (uint3)(green_first, 1 - green_first, 2);

    uint count = n / 4, stride = get_global_size(0), first = get_global_id(0);
    global const uint4 *fours = (global const uint4 *)pixels + first;
    for (int left = (count + stride - 1 - first) / stride; left > 0; left -= LOADS) {
        uint4 loaded[LOADS];
        #pragma unroll
        for (int k = 0; k < LOADS; k++)
            if (k < left) loaded[k] = fours[k * stride];
        #pragma unroll
        for (int k = 0; k < LOADS; k++)
            if (k < left) count_atomic_4(bytes, loaded[k], turn, place);
        fours += LOADS * stride;
    }
    if (first == 0)
        for (uint tail = 4 * count; tail < n; tail++)
            count_atomic(bytes, pixels[tail], turn, place);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The sum of a counter's copies; neighbours begin in different banks.
uint sum_of_copies(local const uint *counters, uint counter)
{
    uint sum = 0;
    for (uint copy = 0; copy < LOCAL_COPIES; copy++)
        sum += counters[counter * LOCAL_COPIES + (counter / 2 + copy) % LOCAL_COPIES];
    return sum;
}

// `histogram` must be 0 before.  Nobody waits for the last work-group: what this launch adds to was cleared by
// the launch before it, and `next` is cleared for the one after it.  Without its attribute some drivers allow 256
// work-items a group, whatever the device could run.
kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
histogram_merged_atomic(global uint *restrict histogram, global uint *restrict next,
                        global const uint *restrict pixels, uint n)
{
    local uint counters[BINS * LOCAL_COPIES];
    if (get_group_id(0) == 0)
        for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))
            next[bin] = 0;
    count_pixels(counters, pixels, n);
    for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) {
        uint sum = sum_of_copies(counters, i);
        if (sum > 0) atomic_add(&histogram[bin_of(i)], sum);
    }
}
