// SPDX-License-Identifier: MIT
//
// Exercise 6 of histogram_ladder: runs of equal pixels.

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
    uint last = 0, run = 0;
    for (size_t at = each * items * group + item; at < end + items; at += items) {
        bool is_pixel = at < end;
        uint pixel = is_pixel ? pixels[at] : 0;
        if (run > 0 && (!is_pixel || pixel != last)) {
            for (uint c = 0; c < 3; c++)
                atomic_add(&counters[256 * c + (last >> 8 * c & 255)], run);
            run = 0;
        }
        last = pixel;
        run += is_pixel;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t bin = item; bin < BINS; bin += items)
        histograms[BINS * group + bin] = counters[bin];
}
