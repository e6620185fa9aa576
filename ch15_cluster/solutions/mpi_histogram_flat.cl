// SPDX-License-Identifier: MIT
//
// Exercise 5 of mpi_histogram: all pixels in turn, without rows.
//
// mpi_histogram - counts how many pixels of some rows have each value of red, green and blue.
//
// A pixel is three bytes; byte `red` of them is red, byte 2 - red is blue.  A row begins `stride`
// bytes after the one before.  Each work-group leaves BINS counts in histograms[group][BINS]: 256
// of red, 256 of green, 256 of blue.  The host adds them up.
//
// ITEMS    work-items per work-group: 1 on CPUs, many on GPUs

#ifndef ITEMS
#error "ITEMS is not defined"
#endif
#define BINS (3 * 256)

// Two work-items may add 1 to the same counter at the same time.  One alone needs no atomics.
#if ITEMS > 1
#define COUNT(counter) atomic_inc(counter)
#else
#define COUNT(counter) (*(counter))++
#endif

// All work-items take the pixels in turn.  Those of a work-group share the counters.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mpi_histogram(global uint *restrict histograms, global const uchar *restrict rows, uint width,
              uint height, uint stride, uint red)
{
    local uint counters[BINS];
    for (size_t bin = get_local_id(0); bin < BINS; bin += ITEMS)
        counters[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);    // all counters are 0

    for (size_t k = get_global_id(0); k < (size_t)width * height; k += get_global_size(0)) {
        //: skeleton
        //: global const uchar *pixel = rows + 3 * (k % width);    // Here: in which row?
        //: solution
        global const uchar *pixel = rows + k / width * stride + 3 * (k % width);
        //: end
        COUNT(&counters[pixel[red]]);
        COUNT(&counters[256 + pixel[1]]);
        COUNT(&counters[512 + pixel[2 - red]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted

    for (size_t bin = get_local_id(0); bin < BINS; bin += ITEMS)
        histograms[get_group_id(0) * BINS + bin] = counters[bin];
}
