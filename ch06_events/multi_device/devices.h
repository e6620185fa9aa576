// SPDX-License-Identifier: MIT
//
// devices - the devices that share the work of multi_device: of a platform, or parts of one device.

#ifndef MULTI_DEVICE_DEVICES_H
#define MULTI_DEVICE_DEVICES_H

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

// Whether the device lists this way to partition it.
bool can_partition(cl_device_id device, cl_device_partition_property how);

// The property list for clCreateSubDevices, malloc'ed: equal parts or, where some compute units
// would be left over, parts by counts, of which the first get one more.  NULL when the device
// cannot be partitioned like that.
cl_device_partition_property *partition_list(cl_device_id device, size_t parts);

// How the devices were partitioned, and what they say about themselves: references, parent, compute
// units.
void device_set_report(ocl_report *report, const device_set *set);

#endif
