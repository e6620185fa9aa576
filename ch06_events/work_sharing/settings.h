// SPDX-License-Identifier: MIT
//
// work_sharing_settings - the options of work_sharing.

#ifndef WORK_SHARING_SETTINGS_H
#define WORK_SHARING_SETTINGS_H

#include "ocl.h"

extern const char *const WORK_SHARING_VARIANTS[];

typedef struct {
    size_t devices, parts;    // --devices, --sub-devices; 0: not given
} work_sharing_settings;

ocl_options work_sharing_parse(int argc, char **argv, work_sharing_settings *settings);

// The size m, n, k of the problem on this device, from --size or by default.
const size_t *work_sharing_size(const ocl_options *opt, cl_device_id device);

#endif
