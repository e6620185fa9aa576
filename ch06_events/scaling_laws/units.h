// SPDX-License-Identifier: MIT
//
// units - what scaling_laws counts: compute units of a sub-device, devices, or work-groups.

#ifndef SCALING_UNITS_H
#define SCALING_UNITS_H

#include "shared/devices.h"

// A unit is a compute unit of a sub-device; a device; the room that one work-group takes.
typedef enum { UNIT_SUB_DEVICES, UNIT_DEVICES, UNIT_WORK_GROUPS, WAYS } unit_way;
extern const char *const UNIT_NAMES[];    // ended by NULL

// The largest number of units; 0 where the device cannot be used in this way.
size_t unit_most(cl_device_id device, const device_set *devices, unit_way how);

// Why it cannot.
const char *unit_missing(unit_way how);

#endif
