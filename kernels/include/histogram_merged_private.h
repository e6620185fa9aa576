// SPDX-License-Identifier: MIT
//
// merged_private: few work-items, each with a histogram of its own in private memory.

#ifndef PRIVATE_COPIES
#error "the host must build this file with -DPRIVATE_COPIES="
#endif

#include "histogram.h"

// Pixels that are compared at once with the one before them; of so many blocks, one is looked at more closely.
#define BLOCK 32
#define BLOCKS_A_LOOK 32

void count_private(uint *counts, uint pixel, uint times)
{
    counts[pixel & 255] += times;
    counts[256 + (pixel >> 8 & 255)] += times;
    counts[512 + (pixel >> 16 & 255)] += times;
}

// Whether BLOCK pixels have that colour: what differs, two pixels at a time, is or-ed together.  all() of a
// comparison of vectors says the same, and some compilers take it apart into a branch a pixel.
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

// Whether a pixel of the block has red, green or blue in common with the one before.
bool are_alike(global const uint *pixels)
{
    uint zeros = 0;
    #pragma unroll
    for (int k = 1; k < BLOCK; k++) {
        uint differ = (pixels[k] ^ pixels[k - 1]) | 0xff000000;
        zeros |= (differ - 0x01010101) & ~differ & 0x80808080;    // finds a byte that is 0
    }
    return zeros != 0;
}

// A work-item counts one long run of pixels by itself, in private memory, and leaves its histograms[item]
// to histogram_merge.  Where neighbours are alike, pixels take turns with PRIVATE_COPIES counters of a bin, so
// that an addition need not wait for the one before; else all use the first, and less of the cache.  Blocks of the
// colour last seen, as in a margin, are only compared, and counted at their end.
kernel void histogram_merged_private(global uint *restrict histograms,
                                     global const uint *restrict pixels, uint n)
{
    uint counts[PRIVATE_COPIES * BINS];
    for (int i = 0; i < PRIVATE_COPIES * BINS; i++)
        counts[i] = 0;

    size_t item = get_global_id(0), items = get_global_size(0);
    ulong blocks = n / BLOCK, block = blocks * item / items, last = blocks * (item + 1) / items;
    uint colour = 0;
    size_t apart = BINS;    // copies of a counter; 0: there is one
    while (block < last) {
        ulong first = block;
        while (block < last && have_colour(pixels + BLOCK * block, colour))
            block++;
        if (block > first) count_private(counts, colour, BLOCK * (block - first));
        if (block == last) break;

        global const uint *some = pixels + BLOCK * block;
        if (PRIVATE_COPIES > 1 && block % BLOCKS_A_LOOK == 0) apart = are_alike(some) ? BINS : 0;
        #pragma unroll
        for (int k = 0; k < BLOCK; k++)
            count_private(counts + k % PRIVATE_COPIES * apart, some[k], 1);
        block++;
        colour = some[BLOCK - 1];
    }
    if (item == 0)
        for (ulong tail = BLOCK * blocks; tail < n; tail++)
            count_private(counts, pixels[tail], 1);

    for (int bin = 0; bin < BINS; bin++) {
        uint sum = 0;
        for (int copy = 0; copy < PRIVATE_COPIES; copy++)
            sum += counts[copy * BINS + bin];
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
