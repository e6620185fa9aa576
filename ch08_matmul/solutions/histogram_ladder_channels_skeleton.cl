// SPDX-License-Identifier: MIT
//
// Exercise 5 of histogram_ladder: a loop over the channels.

#define BINS (3 * 256)

// Work-group g counts the pixels from g * items * each on: `each` pixels per work-item.
// Neighbouring work-items read neighbouring pixels.  The host adds up histograms[group][bin].
kernel void histogram_atomic(global uint *restrict histograms, global const uint *restrict pixels,
                             uint n, uint each)
{
    local uint counters[BINS];
    size_t item = get_local_id(0), items = get_local_size(0), group = get_group_id(0);
    for (size_t bin = item; bin < BINS; bin += items)
        counters[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    size_t end = min(each * items * (group + 1), (size_t)n);
    for (size_t at = each * items * group + item; at < end; at += items) {
        uint pixel = pixels[at];
        for (uint c = 0; c < 3; c++)
            atomic_inc(&counters[256 * c + (pixel & 255)]);    // Here: the channel's own byte.
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t bin = item; bin < BINS; bin += items)
        histograms[BINS * group + bin] = counters[bin];
}
