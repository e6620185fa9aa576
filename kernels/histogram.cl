// SPDX-License-Identifier: MIT
//
// histogram - counts how many of a picture's n pixels have each value of red, green and blue.
//
// A pixel is four bytes R, G, B, A.  A histogram is BINS counts: 256 of red, 256 of green, 256 of
// blue.

#define BINS (3 * 256)

// The work-items of a work-group share one histogram in local memory.  Two of them may want to add
// 1 to the same counter at the same time, so the addition is atomic.  Each work-group leaves its
// counts in histograms[group][BINS], and the host adds them up.
kernel void histogram(global uint *restrict histograms, global const uchar4 *restrict pixels,
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
