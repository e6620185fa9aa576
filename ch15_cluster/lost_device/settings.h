// SPDX-License-Identifier: MIT
//
// settings - the options of lost_device.

#ifndef LOST_DEVICE_SETTINGS_H
#define LOST_DEVICE_SETTINGS_H

#include "ocl.h"

enum { MAX_WORKERS = 16 };

extern const char *const JOB_NAMES[];
enum { WELL, FAILS, SILENT, JOBS };    // the places of their names there

typedef struct {
    size_t pieces;         // of the job
    size_t workers;        // 0: not given
    size_t deadline_ms;    // for one piece
    size_t runs;           // of each job
} lost_settings;

ocl_options lost_parse(int argc, char **argv, lost_settings *set);

#endif
