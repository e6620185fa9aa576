// SPDX-License-Identifier: MIT
//
// multi_device_settings - the options of multi_device.

#ifndef MULTI_DEVICE_SETTINGS_H
#define MULTI_DEVICE_SETTINGS_H

#include "ocl.h"

extern const char *const MULTI_DEVICE_VARIANTS[];

typedef struct {
    size_t devices, parts;    // --devices, --sub-devices; 0: not given
} multi_device_settings;

ocl_options multi_device_parse(int argc, char **argv, multi_device_settings *settings);

// The size m, n, k of the problem on this device, from --size or by default.
const size_t *multi_device_size(const ocl_options *opt, cl_device_id device);

#endif
