// SPDX-License-Identifier: MIT
//
// plan - how each rung divides the work on this device; its programs and its tables.

#ifndef RADIX_SORT_PLAN_H
#define RADIX_SORT_PLAN_H

#include "shared/keys/keys.h"

enum { PLAIN, TILED, BITS_8, HYBRID, RADIX_VARIANT_COUNT };
extern const char *const RADIX_VARIANTS[];

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t group;    // work-items per work-group; 0: the device decides
} radix_settings;

// How a rung divides the work.
typedef struct {
    size_t digit_bits;
    size_t group;           // work-items per work-group
    size_t items;           // keys of a tile per work-item; plain has no tiles
    size_t share;           // keys per work-group
    size_t groups;          // of n keys
    size_t block;           // work-groups per block of counts (radix_sort_ladder_fast.cl), or 0
    cl_uint low_bits;       // hybrid: bits that no pass sorts by, else 0
    size_t bucket_items;    // hybrid: keys of a bucket's tile per work-item
    size_t window;          // hybrid: keys per work-group of radix_sort_buckets
} radix_plan;

// A CPU gets a few work-groups of one work-item each, which sort long shares in tiles that fit its
// cache.  Other devices get many work-items per work-group, as many keys per work-item as local
// memory allows, and a work-group per tile.  plain has one key per work-item everywhere.
radix_plan radix_make_plan(const radix_settings *settings, cl_device_id device, size_t variant);

// All buffers of keys and values, and of the tables of counts, in bytes.
double radix_buffer_bytes(const radix_settings *settings, cl_device_id device);

enum { COUNT, SCAN, SCATTER, BUCKETS, RADIX_KERNELS };

typedef struct {
    size_t variant;
    radix_plan plan;
    cl_program program;
    cl_kernel kernels[RADIX_KERNELS];    // BUCKETS of `hybrid` only
    cl_mem d_counts, d_totals;
    cl_mem d_sums;                // not of `plain`
    cl_program bucket_program;    // of `hybrid` only
    cl_mem d_failed;              // of `hybrid` only
} radix_rung;

// Everything but the kernels, which the lesson creates; radix_close releases them, too.
radix_rung radix_open(const ocl_env *env, const radix_settings *settings, size_t variant);
void radix_close(const radix_rung *r);

#endif
