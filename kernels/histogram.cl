// SPDX-License-Identifier: MIT
//
// How many of a picture's n pixels have each value of red, green and blue.
//
// A pixel is four bytes R, G, B, A; on a little-endian device that is a uint with R in its low byte.  A
// histogram is BINS counts: 256 of red, 256 of green, 256 of blue.

#if !defined(LOCAL_COPIES) || !defined(LOADS) || !defined(PRIVATE_COPIES)
#error "the host must build this file with -DLOCAL_COPIES= -DLOADS= -DPRIVATE_COPIES="
#endif

#define BINS (3 * 256)

// --- per_item

// Pixels between two drains: an 8-bit counter that counts one more can wrap to 0.
#define BATCH UCHAR_MAX

// Three steps: each work-item counts BATCH pixels in bytes of its own, counters[item][bin]; the work-group
// drains these, each work-item other bins, into histograms[group][bin]; the host adds the groups' up.
// A group goes on with the next pixels that no group has, until there are none.
kernel void histogram_per_item(global uint *restrict histograms, local uchar *restrict counters,
                               global const uchar4 *restrict pixels, uint n)
{
    size_t item = get_local_id(0), items = get_local_size(0);
    local uchar *mine = counters + item * BINS;
    for (int bin = 0; bin < BINS; bin++)
        mine[bin] = 0;
    global uint *sums = histograms + get_group_id(0) * BINS;
    for (size_t bin = item; bin < BINS; bin += items)
        sums[bin] = 0;

    ulong step = items * BATCH;
    for (ulong first = get_group_id(0) * step; first < n; first += get_num_groups(0) * step) {
        ulong at = first + item * BATCH, end = min(at + BATCH, (ulong)n);
        for (; at < end; at++) {
            uchar4 pixel = pixels[at];
            mine[pixel.x]++;
            mine[256 + pixel.y]++;
            mine[512 + pixel.z]++;
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all have counted
        for (size_t bin = item; bin < BINS; bin += items) {
            uint sum = 0;
            for (size_t i = bin; i < items * BINS; i += BINS) {
                sum += counters[i];
                counters[i] = 0;
            }
            sums[bin] += sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all are drained
    }
}

// --- merged_atomic

// LOCAL_COPIES counters of a bin lie side by side and work-items take turns: neighbours that see the same
// colour neither wait for each other nor meet in a memory bank.
void count_atomic(local uint *mine, uint pixel)
{
    atomic_inc(&mine[(pixel & 255) * LOCAL_COPIES]);
    atomic_inc(&mine[(256 + (pixel >> 8 & 255)) * LOCAL_COPIES]);
    atomic_inc(&mine[(512 + (pixel >> 16 & 255)) * LOCAL_COPIES]);
}

void count_atomic_4(local uint *mine, uint4 four)
{
    count_atomic(mine, four.x);
    count_atomic(mine, four.y);
    count_atomic(mine, four.z);
    count_atomic(mine, four.w);
}

// A work-group counts in local memory, counters[bin][copy], and adds its sums to totals[bin].  The group
// that finishes last moves them to `histogram` and leaves totals, and the number of finished groups behind
// them, 0 for the next launch.  Neighbouring work-items read neighbouring uint4s, LOADS of them in flight.
kernel void histogram_merged_atomic(global uint *restrict histogram, global uint *restrict totals,
                                    global const uint *restrict pixels, uint n)
{
    local uint counters[BINS * LOCAL_COPIES];
    size_t item = get_local_id(0), items = get_local_size(0);
    for (size_t i = item; i < BINS * LOCAL_COPIES; i += items)
        counters[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    local uint *mine = counters + item % LOCAL_COPIES;
    global const uint4 *fours = (global const uint4 *)pixels;
    size_t count = n / 4, stride = get_global_size(0), at = get_global_id(0);
    for (; at + (LOADS - 1) * stride < count; at += LOADS * stride) {
        uint4 loaded[LOADS];
        #pragma unroll
        for (int k = 0; k < LOADS; k++)
            loaded[k] = fours[at + k * stride];
        #pragma unroll
        for (int k = 0; k < LOADS; k++)
            count_atomic_4(mine, loaded[k]);
    }
    for (; at < count; at += stride)
        count_atomic_4(mine, fours[at]);
    if (get_global_id(0) == 0)
        for (size_t tail = 4 * count; tail < n; tail++)
            count_atomic(mine, pixels[tail]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t bin = item; bin < BINS; bin += items) {
        uint sum = 0;
        for (size_t copy = 0; copy < LOCAL_COPIES; copy++)    // each item begins in another bank
            sum += counters[bin * LOCAL_COPIES + (item + copy) % LOCAL_COPIES];
        if (sum > 0) atomic_add(&totals[bin], sum);
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

// --- merged_private

void count_private(uint *counts, uint pixel, uint times)
{
    counts[pixel & 255] += times;
    counts[256 + (pixel >> 8 & 255)] += times;
    counts[512 + (pixel >> 16 & 255)] += times;
}

// Whether the 16 pixels of 8 pairs have one colour.  all() of a comparison of uint16s says the same, and
// some compilers take it apart into a branch a pixel.
bool is_one_colour(global const ulong *pairs)
{
    ulong differ = pairs[0] ^ rotate(pairs[0], 32UL);    // the pixels of the first pair
    #pragma unroll
    for (int k = 1; k < 8; k++)
        differ |= pairs[k] ^ pairs[0];
    return differ == 0;
}

// A work-item counts one long run of pixels by itself, in private memory, and leaves its histograms[item]
// to histogram_merge.  Pixels take turns with PRIVATE_COPIES counters of a bin, so that an addition need
// not wait for the one before.  16 pixels of one colour, as in a margin, are counted at once.
kernel void histogram_merged_private(global uint *restrict histograms,
                                     global const uint *restrict pixels, uint n)
{
    uint counts[PRIVATE_COPIES][BINS];
    for (int copy = 0; copy < PRIVATE_COPIES; copy++)
        for (int bin = 0; bin < BINS; bin++)
            counts[copy][bin] = 0;

    size_t item = get_global_id(0), items = get_global_size(0);
    ulong blocks = n / 16, last = blocks * (item + 1) / items;
    for (ulong block = blocks * item / items; block < last; block++) {
        global const uint *sixteen = pixels + 16 * block;
        if (is_one_colour((global const ulong *)sixteen)) {
            count_private(counts[0], sixteen[0], 16);
        } else {
            #pragma unroll
            for (int k = 0; k < 16; k++)
                count_private(counts[k % PRIVATE_COPIES], sixteen[k], 1);
        }
    }
    if (item == 0)
        for (ulong tail = 16 * blocks; tail < n; tail++)
            count_private(counts[0], pixels[tail], 1);

    for (int bin = 0; bin < BINS; bin++) {
        uint sum = 0;
        for (int copy = 0; copy < PRIVATE_COPIES; copy++)
            sum += counts[copy][bin];
        histograms[item * BINS + bin] = sum;
    }
}

// One of BINS work-items adds up one bin of all `count` histograms.
kernel void histogram_merge(global uint *restrict histogram, global const uint *restrict histograms,
                            uint count)
{
    size_t bin = get_global_id(0);
    uint sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += histograms[i * BINS + bin];
    histogram[bin] = sum;
}
