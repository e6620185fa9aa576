// SPDX-License-Identifier: MIT
//
// How many of a picture's n pixels have each value of red, green and blue: the rungs of
// histogram_ladder that are for CPUs.
//
// From private on there are a few work-items, each alone in its work-group.  A work-item counts one
// long run of pixels in private memory, which stays in the cache of its core.  It leaves
// histograms[item][BINS] to histogram_merge.
//
// A pixel is four bytes R, G, B, A.  On a little-endian device that is a uint with R in its low
// byte.  A histogram is BINS counts: 256 of red, 256 of green, 256 of blue.
//
// The host sets COPIES, the copies of each counter from private_copies on.

#ifndef COPIES
#error "the host must build this file with -DCOPIES=<copies of each counter>"
#endif

#define BINS (3 * 256)

// --- per_item: the book's first kernel, with 8-bit counters

// Pixels that a work-item counts before its counters are emptied: an 8-bit counter ends at 255.
#define BATCH UCHAR_MAX

// Each work-item has 8-bit counters of its own, counters[item][BINS] in local memory.
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

void clear(uint *counts, int count)
{
    for (int i = 0; i < count; i++)
        counts[i] = 0;
}

void count_pixel(uint *counts, uint pixel)
{
    counts[pixel & 255]++;
    counts[256 + (pixel >> 8 & 255)]++;
    counts[512 + (pixel >> 16 & 255)]++;
}

// --- private: each work-item has counters of its own, and nothing is atomic

kernel void histogram_private(global uint *restrict histograms, global const uint *restrict pixels,
                              uint n)
{
    uint counts[BINS];
    clear(counts, BINS);
    size_t item = get_global_id(0), items = get_global_size(0);
    ulong at = (ulong)n * item / items, end = (ulong)n * (item + 1) / items;
    for (; at < end; at++)
        count_pixel(counts, pixels[at]);

    for (int bin = 0; bin < BINS; bin++)
        histograms[item * BINS + bin] = counts[bin];
}

// Work-item `bin` of BINS adds up that bin of all `count` histograms.
kernel void histogram_merge(global uint *restrict histogram, global const uint *restrict histograms,
                            uint count)
{
    size_t bin = get_global_id(0);
    uint sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += histograms[i * BINS + bin];
    histogram[bin] = sum;
}

// --- private_copies: neighbouring pixels count in different copies

uint sum_of_copies(const uint *counts, int bin)
{
    uint sum = 0;
    for (int copy = 0; copy < COPIES; copy++)
        sum += counts[copy * BINS + bin];
    return sum;
}

// Neighbours often have the same colour.  In one copy each addition would wait for the one before.
//
//     pixel    0       1       2       3       4       5
//     copy     0       1       2       3       0       1        counts[copy * BINS + bin]
kernel void histogram_private_copies(global uint *restrict histograms,
                                     global const uint *restrict pixels, uint n)
{
    uint counts[COPIES * BINS];
    clear(counts, COPIES * BINS);
    size_t item = get_global_id(0), items = get_global_size(0);
    ulong at = (ulong)n * item / items, end = (ulong)n * (item + 1) / items;
    for (; at + COPIES <= end; at += COPIES)
#pragma unroll
        for (int copy = 0; copy < COPIES; copy++)
            count_pixel(counts + copy * BINS, pixels[at + copy]);
    for (; at < end; at++)    // less than a turn is left
        count_pixel(counts, pixels[at]);

    for (int bin = 0; bin < BINS; bin++)
        histograms[item * BINS + bin] = sum_of_copies(counts, bin);
}

// --- private_runs: what a block of pixels looks like decides how it is counted

// BLOCK pixels at once are compared with the colour of the pixel before them.  One block of
// BLOCKS_PER_LOOK decides whether the next blocks use several copies of the counters.
#define BLOCK           32
#define BLOCKS_PER_LOOK 32

// A run of `times` pixels of one colour.
void count_run(uint *counts, uint colour, uint times)
{
    counts[colour & 255] += times;
    counts[256 + (colour >> 8 & 255)] += times;
    counts[512 + (colour >> 16 & 255)] += times;
}

// Whether all BLOCK pixels have that colour.  The differences are ORed together, two pixels at a
// time: there is no branch until the end.  Some compilers make one branch per pixel from all(),
// which would have the same result.
bool have_colour(global const uint *pixels, uint colour)
{
    global const ulong *pairs = (global const ulong *)pixels;
    const ulong pair = colour | (ulong)colour << 32;
    ulong differ = 0;
#pragma unroll
    for (int k = 0; k < BLOCK / 2; k++)
        differ |= pairs[k] ^ pair;
    return differ == 0;
}

// Whether any pixel of the block has the same red, green or blue as the pixel before it.
bool are_alike(global const uint *pixels)
{
    uint zeros = 0;
#pragma unroll
    for (int k = 1; k < BLOCK; k++) {
        uint differ = (pixels[k] ^ pixels[k - 1]) | 0xff000000;
        zeros |= (differ - 0x01010101) & ~differ & 0x80808080;    // not 0: a byte is 0
    }
    return zeros != 0;
}

// Where neighbouring pixels have similar colours, they use COPIES copies of the counters in
// turn: an addition does not wait for the one before.  Elsewhere all pixels use the first copy,
// which takes less of the cache.  A block of pixels that all have the last colour is only compared;
// its run is counted at once when it ends.
kernel void histogram_private_runs(global uint *restrict histograms,
                                   global const uint *restrict pixels, uint n)
{
    uint counts[COPIES * BINS];
    clear(counts, COPIES * BINS);
    size_t item = get_global_id(0), items = get_global_size(0);
    ulong blocks = n / BLOCK, block = blocks * item / items, last = blocks * (item + 1) / items;
    uint colour = 0;
    size_t apart = BINS;    // distance between copies; 0: all pixels use the first copy
    while (block < last) {
        ulong first = block;
        while (block < last && have_colour(pixels + BLOCK * block, colour))
            block++;
        if (block > first) count_run(counts, colour, BLOCK * (block - first));
        if (block == last) break;

        global const uint *some = pixels + BLOCK * block;
        if (COPIES > 1 && block % BLOCKS_PER_LOOK == 0) apart = are_alike(some) ? BINS : 0;
#pragma unroll
        for (int k = 0; k < BLOCK; k++)
            count_pixel(counts + k % COPIES * apart, some[k]);
        block++;
        colour = some[BLOCK - 1];
    }
    if (item == 0)
        for (ulong tail = BLOCK * blocks; tail < n; tail++)
            count_pixel(counts, pixels[tail]);

    for (int bin = 0; bin < BINS; bin++)
        histograms[item * BINS + bin] = sum_of_copies(counts, bin);
}
