// SPDX-License-Identifier: MIT
//
// Exercise 5 of histogram: each work-item counts a share of neighbouring pixels.

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

    //: skeleton
    //: // Each work-item has one share of neighbouring pixels.
    //: // Here: what if n is no multiple of the number of work-items?
    //: ulong share = n / get_global_size(0);
    //: ulong at = share * get_global_id(0), end = at + share;
    //: solution
    // Each work-item has one share of neighbouring pixels.  Shares differ by at most one pixel.
    ulong i = get_global_id(0), all = get_global_size(0);
    ulong at = n * i / all, end = n * (i + 1) / all;
    //: end
    for (; at < end; at++) {
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
