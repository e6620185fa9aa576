// SPDX-License-Identifier: MIT
//
// per_item: each work-item has a histogram of its own in local memory, in bytes.

#include "histogram.h"

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
