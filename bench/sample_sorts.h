// SPDX-License-Identifier: MIT
//
// sample_sorts - sorts of samples, behind functions.
//
// A file includes each sample, of which main alone is not called: what the samples call their parts
// would clash in one file.

#ifndef BENCH_SAMPLE_SORTS_H
#define BENCH_SAMPLE_SORTS_H

#include "shared/keys/columns.h"
#include "timed.h"

typedef struct sample_sort {
    const char *name;    // as the sample's --variant has it
    bool for_cpus;       // otherwise it is for GPUs
    bool takes_pairs;

    // Of all its buffers, with those of keys and values.
    double (*bytes)(const struct sample_sort *which, const ocl_env *env, const keys_settings *keys);

    // Compiles the kernels and makes the buffers.  To be closed.
    void *(*open)(const struct sample_sort *which, const ocl_env *env, const keys_data *data);
    void (*close)(void *what);

    // Sorts what `open` gave, the same input each time.  It may wait, to read what to launch next.
    timed_enqueue *enqueue;

    // Where the answer is.
    const columns *(*answer)(const void *what);
} sample_sort;

extern const sample_sort SORT_LONG_ITEMS;    // radix_sort_msd
extern const sample_sort SORT_BITS_8;        // radix_sort_ladder
extern const sample_sort SORT_HYBRID;        // radix_sort_ladder
extern const sample_sort SORT_BOOKED;        // radix_sort_unstable

#endif
