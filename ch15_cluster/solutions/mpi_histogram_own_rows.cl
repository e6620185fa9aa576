// SPDX-License-Identifier: MIT
//
// Exercise 6 of mpi_histogram: each work-group takes rows side by side.
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

// A work-group takes rows side by side.  Its work-items share the counters, and take the pixels of
// a row in turn.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
mpi_histogram(global uint *restrict histograms, global const uchar *restrict rows, uint width,
              uint height, uint stride, uint red)
{
    local uint counters[BINS];
    for (size_t bin = get_local_id(0); bin < BINS; bin += ITEMS)
        counters[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);    // all counters are 0

    //: skeleton
    //: size_t groups = get_num_groups(0), each = height / groups / 2;    // Here: too few
    //: solution
    size_t groups = get_num_groups(0), each = (height + groups - 1) / groups;
    //: end
    size_t first = get_group_id(0) * each;
    for (size_t y = first; y < min(first + each, (size_t)height); y++)
        for (size_t x = get_local_id(0); x < width; x += ITEMS) {
            global const uchar *pixel = rows + y * stride + 3 * x;
            COUNT(&counters[pixel[red]]);
            COUNT(&counters[256 + pixel[1]]);
            COUNT(&counters[512 + pixel[2 - red]]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);    // all work-items have counted

    for (size_t bin = get_local_id(0); bin < BINS; bin += ITEMS)
        histograms[get_group_id(0) * BINS + bin] = counters[bin];
}
