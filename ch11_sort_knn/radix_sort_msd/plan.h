// SPDX-License-Identifier: MIT
//
// plan - how radix_sort_msd divides the work on this device.

#ifndef RADIX_SORT_MSD_PLAN_H
#define RADIX_SORT_MSD_PLAN_H

#include "shared/sort_options.h"

// A bucket of up to MSD_ROOM_KEYS keys is sorted within the room of its work-item: two parts, which
// stay in a cache of 512 KiB.  A partition collects keys there.
enum { MSD_DIGITS = 256, MSD_ROOM_KEYS = 1 << 16 };

// Each work-item adds up the counts of all: with more of them that takes longer than the sort.
enum { MSD_MAX_SHARES = 1 << 10 };

// How small buckets of keys alone are sorted; MSD_AUTO: the device decides.
typedef enum { MSD_AUTO, MSD_DIGITS_ONLY, MSD_NETWORK } msd_method;

typedef struct {
    ocl_options options;
    keys_settings keys;
    size_t limit;     // keys of a bucket that one work-item sorts; 0: the size decides
    size_t shares;    // work-items; 0: the device decides
    size_t method;    // of small buckets: an msd_method
} msd_settings;

// Work-items of each kernel: one or a few per core.
size_t msd_shares(const msd_settings *settings, cl_device_id device);

// The rooms of all work-items.  With values each has four parts.
size_t msd_room_bytes(const msd_settings *settings, cl_device_id device);

// A bucket of more keys than this is divided again.  It is more than the fair share of a compute
// unit: one work-item would sort it while the others have nothing to do.
cl_uint msd_limit(const msd_settings *settings, cl_device_id device);

// Whether comparators sort small buckets.  They pay where a vector of 16 keys is one register, and
// the compiler takes vectors as they are written.
bool msd_network(const msd_settings *settings, cl_device_id device);

#endif
