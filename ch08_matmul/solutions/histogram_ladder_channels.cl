// SPDX-License-Identifier: MIT
//
// Exercise 5 of histogram_ladder: a loop over the channels.

#define BINS (3 * 256)

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
        global const uchar *pixel = (global const uchar *)(pixels + at);
        for (uint c = 0; c < 3; c++)
            //: skeleton
            //: atomic_inc(&counters[256 * c + pixel[0]]);    // Here: the channel's own byte.
            //: solution
            atomic_inc(&counters[256 * c + pixel[c]]);
        //: end
    }
    barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted

    global uint *mine = histograms + get_group_id(0) * BINS;
    for (size_t bin = item; bin < BINS; bin += items)
        mine[bin] = counters[bin];
}
