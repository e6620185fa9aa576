// SPDX-License-Identifier: MIT
//
// open - the devices that split_buffer divides a buffer among.

#ifndef SPLIT_BUFFER_OPEN_H
#define SPLIT_BUFFER_OPEN_H

#include "multi_device/devices.h"

// The devices of the chosen one's platform and type.  A single one is partitioned into two
// sub-devices if it can be.
device_set split_buffer_devices(const ocl_env *env);

// Releases sub-devices and frees the list.
void split_buffer_devices_free(device_set *set);

#endif
