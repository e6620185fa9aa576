// SPDX-License-Identifier: MIT
//
// Exercise 6 of histogram_ladder: runs of equal pixels.

#define BINS (3 * 256)

void count_run(local uint *counters, uchar4 pixel, uint run)
{
    //: skeleton
    //: // Here: the whole run, not one pixel of it.
    //: atomic_inc(&counters[pixel.x]);
    //: atomic_inc(&counters[256 + pixel.y]);
    //: atomic_inc(&counters[512 + pixel.z]);
    //: solution
    atomic_add(&counters[pixel.x], run);
    atomic_add(&counters[256 + pixel.y], run);
    atomic_add(&counters[512 + pixel.z], run);
    //: end
}

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
    uchar4 last = 0;
    uint run = 0;    // how often `last` came, and is not counted yet
    for (ulong at = get_global_id(0); at < n; at += get_global_size(0)) {
        uchar4 pixel = pixels[at];
        if (any(pixel != last)) {
            count_run(counters, last, run);
            last = pixel;
            run = 0;
        }
        run++;
    }
    count_run(counters, last, run);
    barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted

    global uint *mine = histograms + get_group_id(0) * BINS;
    for (size_t bin = item; bin < BINS; bin += items)
        mine[bin] = counters[bin];
}
