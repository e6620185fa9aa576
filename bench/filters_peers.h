// SPDX-License-Identifier: MIT
//
// filters_peers - what the filters of chapter 9 are compared with.  All have a window of 3 x 3 and
// repeat the edge.

#ifndef BENCH_FILTERS_PEERS_H
#define BENCH_FILTERS_PEERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { PEER_MEAN, PEER_GAUSS, PEER_MEDIAN, PEER_SOBEL, PEER_FILTERS } peer_filter;

// A picture without padding: `channels` of 1 or 4 bytes, or of 1 float.
typedef struct {
    void *out;
    const void *in;
    size_t width, height, channels;
    int is_float;
} peer_picture;

// A loop that the compiler makes vectors of, on all cores.
void filters_openmp(peer_filter filter, const peer_picture *p);

// OpenCV's functions with the same meaning.  8 bits: OpenCV may round a tie to the other side.
void filters_opencv(peer_filter filter, const peer_picture *p);

// NVIDIA's NPP, for one channel.  NULL: there is no such GPU.  To be closed.  An error ends the
// program, with exit status 3.
typedef struct filters_npp filters_npp;
filters_npp *filters_npp_open(const peer_picture *p, size_t copies);

// Runs the filter on each copy once, then `runs` times, and gives the mean time of these in
// nanoseconds of the GPU's clock; 0: NPP has no such filter.
double filters_npp_ns(filters_npp *npp, peer_filter filter, int runs);

// What the last run, of this filter, made, into p->out.  The magnitudes of 8-bit pixels, which have
// 16 bits there, end at 255.
void filters_npp_read(const filters_npp *npp, peer_filter filter, const peer_picture *p);

void filters_npp_close(filters_npp *npp);

#ifdef __cplusplus
}
#endif

#endif
