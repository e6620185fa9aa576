// SPDX-License-Identifier: MIT
//
// Exercise 4 of histogram_sub_buffers: counts of 0 are not added.
//
// histogram_sub_buffers - how many of a picture's n pixels have each value of red, green and blue,
// counted into three buffers of BINS counts.
//
// The host sets BINS, the counts per channel: 256.

#ifndef BINS
#error "the host must build this file with -DBINS=<counts per channel>"
#endif

// The work-items of a work-group count together in local memory.  Then the work-group adds its
// counts to the three results, which must be 0 before the launch.  Neighbouring work-items read
// neighbouring pixels, in steps of the whole NDRange.
kernel void histogram_sub_buffers(global uint *restrict red, global uint *restrict green,
                                  global uint *restrict blue, global const uchar4 *restrict pixels,
                                  uint n)
{
    local uint counters[3][BINS];
    size_t item = get_local_id(0), items = get_local_size(0);
    for (size_t bin = item; bin < BINS; bin += items)
        counters[0][bin] = counters[1][bin] = counters[2][bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (ulong at = get_global_id(0); at < n; at += get_global_size(0)) {
        uchar4 pixel = pixels[at];
        atomic_inc(&counters[0][pixel.x]);
        atomic_inc(&counters[1][pixel.y]);
        atomic_inc(&counters[2][pixel.z]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t bin = item; bin < BINS; bin += items) {
        if (counters[0][bin] > 0) atomic_add(&red[bin], counters[0][bin]);
        if (counters[1][bin] > 0) atomic_add(&green[bin], counters[1][bin]);
        //: skeleton
        //: // Here: blue.
        //: solution
        if (counters[2][bin] > 0) atomic_add(&blue[bin], counters[2][bin]);
        //: end
    }
}
