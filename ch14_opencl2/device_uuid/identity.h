// SPDX-License-Identifier: MIT
//
// identity - what a device says about who it is, in OpenCL or in Vulkan.

#ifndef DEVICE_UUID_IDENTITY_H
#define DEVICE_UUID_IDENTITY_H

#include "ocl.h"

enum { UUID_BYTES = 16, LUID_BYTES = 8 };

typedef struct {
    const char *api;      // "OpenCL" or "Vulkan"
    const char *type;     // "cpu", "gpu", ...
    const void *group;    // the platform: devices of one group are different devices
    char name[256];
    bool has_uuid;
    cl_uchar device[UUID_BYTES], driver[UUID_BYTES], luid[LUID_BYTES];
    bool has_luid;
    cl_uint node_mask;
} identity;

// One row each, in a table of this name.
void show_identities(ocl_report *report, const identity *devices, size_t count);

// Whether both are the same device, and come from the same driver.
bool same_device(const identity *a, const identity *b);
bool same_driver(const identity *a, const identity *b);

#endif
