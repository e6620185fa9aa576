// SPDX-License-Identifier: MIT
//
// How many of a picture's n pixels have each value of red, green and blue: the rungs of
// histogram_ladder that are for GPUs.  The first one, atomic, is the kernel of histogram.cl, and
// begins the ladder for CPUs, too.  The other rungs for CPUs are in histogram_ladder_cpu.cl.
//
// A pixel is four bytes R, G, B, A.  On a little-endian device that is a uint with R in its low
// byte.  A histogram is BINS counts: 256 of red, 256 of green, 256 of blue.  The alpha byte is not
// counted.
//
// The host sets
//     LOCAL_COPIES      copies of each counter in local memory, a power of two (from replicated on)
//     LOADS             loads of four pixels that a work-item has in flight (from in_flight on)
//     GROUP_SIZE        work-items per work-group (from in_flight on)

#if !defined(LOCAL_COPIES) || !defined(LOADS) || !defined(GROUP_SIZE)
#error "the host must build this file with -DLOCAL_COPIES= -DLOADS= -DGROUP_SIZE="
#endif

#define BINS (3 * 256)

// --- atomic, atomic_fit: one histogram per work-group, in local memory

// The host adds up histograms[group][bin].
kernel void histogram_atomic(global uint *restrict histograms, global const uchar4 *restrict pixels,
                             uint n)
{
    local uint counters[BINS];
    size_t item = get_local_id(0), items = get_local_size(0);
    for (size_t bin = item; bin < BINS; bin += items)
        counters[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);    // all counters are 0

    // Neighbouring work-items read neighbouring pixels, in steps of the whole NDRange.
    for (ulong at = get_global_id(0); at < n; at += get_global_size(0)) {
        uchar4 pixel = pixels[at];
        atomic_inc(&counters[pixel.x]);
        atomic_inc(&counters[256 + pixel.y]);
        atomic_inc(&counters[512 + pixel.z]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted

    global uint *mine = histograms + get_group_id(0) * BINS;
    for (size_t bin = item; bin < BINS; bin += items)
        mine[bin] = counters[bin];
}

// --- replicated: LOCAL_COPIES counters per bin

// The sum of the copies of a counter.  Neighbouring counters begin with different copies, in
// different memory banks.
uint sum_of_copies(local const uint *counters, uint counter)
{
    // With one expression for both parts of the index, PoCL 7.1 adds up wrong counters.
    local const uint *own = counters + counter * LOCAL_COPIES;
    uint sum = 0;
    for (uint copy = 0; copy < LOCAL_COPIES; copy++)
        sum += own[(counter / 2 + copy) % LOCAL_COPIES];
    return sum;
}

// The copies of a counter lie side by side: counters[bin][copy].  Neighbouring work-items use
// different copies, so neighbours with the same colour do not wait for each other.
//
// Work-group g counts the pixels from g * items * each on: `each` pixels per work-item.
kernel void histogram_replicated(global uint *restrict histograms,
                                 global const uint *restrict pixels, uint n, uint each)
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

// --- in_flight, last_group, merged_atomic: several loads in flight, red and green in other banks

// Red and green alternate,
//
//     counters[2 v][copy] of red v          counters[2 v + 1][copy] of green v
//     counters[512 + v][copy] of blue v
//
// so 16 copies of red fill one half of a GPU's 32 memory banks, and 16 copies of green fill the
// other half.  While 16 neighbours count red, the next 16 count green: no two of the 32 use the
// same bank.
#define COUNTER_BYTES (4 * LOCAL_COPIES)
#define COUNTER_LOG2  (31 - clz(COUNTER_BYTES))

// The bin of the histogram that a counter belongs to.
uint bin_of(uint counter)
{
    return counter < 512 ? counter % 2 * 256 + counter / 2 : counter;
}

// Counts three channels of a pixel.  `turn` rotates each channel to the place where it is the
// number of a counter in bytes; `place` has the other bits of the counter's offset: the copy, and
// which half.
void count_atomic(local uchar *counters, uint pixel, uint3 turn, uint3 place)
{
    const uint3 mask = (uint3)(510, 510, 255) * COUNTER_BYTES;
    uint3 at = (rotate((uint3)(pixel), turn) & mask) | place;
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

// Clears counters[BINS * LOCAL_COPIES] and counts the work-group's share of the picture there.
// Neighbouring work-items read neighbouring uint4s.  A work-item starts LOADS loads before it
// counts the first one: while some work-items wait for memory, others count.
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

// in_flight: the host still adds up one histogram per work-group.
kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
histogram_in_flight(global uint *restrict histograms, global const uint *restrict pixels, uint n)
{
    local uint counters[BINS * LOCAL_COPIES];
    count_pixels(counters, pixels, n);
    for (size_t i = get_local_id(0); i < BINS; i += get_local_size(0))
        histograms[BINS * get_group_id(0) + bin_of(i)] = sum_of_copies(counters, i);
}

// last_group: the work-groups add their sums to totals[bin], and count in totals[BINS] how many
// have finished.  The work-group that finishes last moves the totals to `histogram` and sets them
// to 0 for the next launch.
//
// The last work-group may only look when all additions are done.  An atomic addition whose result
// is not used is only sent off: the work-item goes on while it is under way.  No barrier and no
// mem_fence of OpenCL C 1.2 waits for it on behalf of another work-group.  But where its result is
// here, the addition is done.  So each work-item looks at its results before its work-group counts
// as finished.
kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
histogram_last_group(global uint *restrict histogram, global uint *restrict totals,
                     global const uint *restrict pixels, uint n)
{
    local uint counters[BINS * LOCAL_COPIES];
    count_pixels(counters, pixels, n);
    size_t item = get_local_id(0), items = get_local_size(0);
    uint done = 0;
    for (size_t i = item; i < BINS; i += items) {
        uint sum = sum_of_copies(counters, i);
        // No total is above n, so the addition is always right.  The compiler cannot know this.
        if (sum == 0 || atomic_add(&totals[bin_of(i)], sum) <= n - sum) done++;
    }

    // Work-item 0 alone has read counters[0].  It counts the additions that are done now.
    if (item == 0) counters[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);    // all other counters have been read, too
    atomic_add(&counters[0], done);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        uint finished = counters[0] == BINS ? 1 : 0;    // 1, from the results of all work-items
        counters[1] = atomic_add(&totals[BINS], finished) + finished;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (counters[1] < get_num_groups(0)) return;

    for (size_t bin = item; bin < BINS; bin += items)
        histogram[bin] = atomic_xchg(&totals[bin], 0);
    if (item == 0) atomic_xchg(&totals[BINS], 0);
}

// merged_atomic: the work-groups add their sums to `histogram`, which must be 0.  No work-group
// waits for another one: the launch before this one cleared `histogram`, and this launch clears
// `next` for the one after it.  reqd_work_group_size is needed: without it, some drivers allow only
// 256 work-items per work-group.
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
