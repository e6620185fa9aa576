// SPDX-License-Identifier: MIT
//
// Exercise 5 of histogram: runs of one colour are counted at once.
//
// histogram - counts how many of a picture's n pixels have each value of red, green and blue.
//
// A pixel is four bytes R, G, B, A.  A histogram is BINS counts: 256 of red, 256 of green, 256 of
// blue.  Both kernels leave one histogram per work-group in histograms[group][BINS].  The host adds
// them up.

#define BINS (3 * 256)

// Pixels that a work-item counts before its counters are emptied: an 8-bit counter ends at 255.
#define BATCH UCHAR_MAX

// per_item: each work-item has 8-bit counters of its own, counters[item][BINS] in local memory.
//
//     1. Each work-item counts BATCH pixels in its own counters.
//     2. The work-group adds all of these counters to histograms[group] and sets them to 0.  The
//        bins are shared out among its work-items.
//     3. The work-group takes its next pixels and starts again with step 1.
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
        barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted
        for (size_t bin = item; bin < BINS; bin += items) {
            uint sum = 0;
            for (size_t i = bin; i < items * BINS; i += BINS) {
                sum += counters[i];
                counters[i] = 0;
            }
            sums[bin] += sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // all counters are 0 again
    }
}

void count_run(local uint *counters, uchar4 pixel, uint times)
{
    atomic_add(&counters[pixel.x], times);
    atomic_add(&counters[256 + pixel.y], times);
    atomic_add(&counters[512 + pixel.z], times);
}

// local_atomic: the work-items of a work-group share one histogram, counters[BINS] in local memory.
// Two of them may want to add 1 to the same counter at the same time, so the addition is atomic.
// Neighbouring work-items read neighbouring pixels, in steps of the whole NDRange.
kernel void histogram_local_atomic(global uint *restrict histograms, local uint *restrict counters,
                                   global const uchar4 *restrict pixels, uint n)
{
    size_t item = get_local_id(0), items = get_local_size(0);
    for (size_t bin = item; bin < BINS; bin += items)
        counters[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);    // all counters are 0

    uchar4 last = 0;
    uint times = 0;    // that `last` came, and is not counted yet
    for (ulong at = get_global_id(0); at < n; at += get_global_size(0)) {
        uchar4 pixel = pixels[at];
        if (any(pixel.xyz != last.xyz)) {
            count_run(counters, last, times);
            last = pixel;
            times = 0;
        }
        times++;
    }
    // Here: what has not been counted yet?
    barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted

    global uint *sums = histograms + get_group_id(0) * BINS;
    for (size_t bin = item; bin < BINS; bin += items)
        sums[bin] = counters[bin];
}
