// SPDX-License-Identifier: MIT
//
// devices - devices that share work: those of a platform, or parts of one device.

#ifndef CH06_DEVICES_H
#define CH06_DEVICES_H

#include "ocl.h"

typedef struct {
    cl_device_id *devices;
    cl_uint count;
    cl_device_id parent;                 // of sub-devices; NULL for devices of the platform
    cl_device_partition_property how;    // the parent was partitioned
    bool uncut;                          // a device should be partitioned and cannot
} device_set;

// The devices of the chosen one's platform and type: the chosen one first, at most `most` of them
// (0: all).
device_set device_set_find(const ocl_env *env, size_t most);

// Devices that share the work.  With `parts` above 0 they are that many parts of the chosen device.
// Else they are the devices of its platform and type, at most `most` of them (0: all).  A single
// device is partitioned in two, unless `most` is given.  One that cannot be partitioned works
// alone.
// Close the set with device_set_close.
device_set device_set_open(const ocl_env *env, size_t most, size_t parts);

// Releases the sub-devices and frees the list.
void device_set_close(device_set *set);

// Whether the device lists this way to partition it.
bool can_partition(cl_device_id device, cl_device_partition_property how);

// How the devices were partitioned, and what they say about themselves: references, parent, compute
// units.
void device_set_report(ocl_report *report, const device_set *set);

#endif
