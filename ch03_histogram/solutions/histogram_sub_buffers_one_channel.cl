// SPDX-License-Identifier: MIT
//
// Exercise 3 of histogram_sub_buffers: each work-item counts one channel.
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

    global const uchar *bytes = (global const uchar *)pixels;
    for (ulong k = get_global_id(0); k < 3ul * n; k += get_global_size(0))
        //: skeleton
        //: atomic_inc(&counters[k % 3][bytes[k]]);
        //: solution
        atomic_inc(&counters[k % 3][bytes[k / 3 * 4 + k % 3]]);
    //: end
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t bin = item; bin < BINS; bin += items) {
        atomic_add(&red[bin], counters[0][bin]);
        atomic_add(&green[bin], counters[1][bin]);
        atomic_add(&blue[bin], counters[2][bin]);
    }
}
