// SPDX-License-Identifier: MIT
//
// multi_device_set - who shares the work of multi_device: devices of a platform, or sub-devices of one.

#ifndef MULTI_DEVICE_SET_H
#define MULTI_DEVICE_SET_H

#include "ocl.h"

typedef struct {
    cl_device_id *devices;
    cl_uint count;
    cl_device_id parent;                 // of sub-devices; NULL for whole devices
    cl_device_partition_property how;    // the parent was cut
    bool uncut;                          // a device was to be cut that cannot be
} device_set;

// The devices of the chosen one's platform and type, the chosen one first, at most `most` of them (0:
// all).  With `parts`, or when there is but one and no `most`, the sub-devices of the chosen one instead:
// `parts` of them, or two.  A device that cannot be cut like that is left whole.
device_set device_set_open(const ocl_env *env, size_t most, size_t parts);
void device_set_close(device_set *set);

// What the devices say of themselves: references, parent, compute units.
ocl_result device_set_check(const device_set *set);

#endif
