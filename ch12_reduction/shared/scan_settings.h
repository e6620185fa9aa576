// SPDX-License-Identifier: MIT
//
// scan_settings - the options that scan_ladder and scan_one_launch have in common.

#ifndef CH12_SCAN_SETTINGS_H
#define CH12_SCAN_SETTINGS_H

#include "ocl.h"

enum { SCAN_UINT, SCAN_FLOAT, SCAN_TYPE_COUNT };
extern const char *const SCAN_TYPES[];    // their names in OpenCL C
extern const char *const SCAN_KINDS[];    // "inclusive", "exclusive"

typedef struct {
    ocl_options options;
    bool exclusive;
    bool has_type[SCAN_TYPE_COUNT];
} scan_settings;

scan_settings scan_settings_parse(int argc, char **argv, ocl_about about);

// Refuses more elements than fit into the memory of device and host.
void scan_require_memory(const ocl_env *env);

#endif
