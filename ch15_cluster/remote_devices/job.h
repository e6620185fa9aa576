// SPDX-License-Identifier: MIT
//
// job - the options, and the answer in plain C.

#ifndef REMOTE_DEVICES_JOB_H
#define REMOTE_DEVICES_JOB_H

#include "ocl.h"

typedef struct {
    size_t steps;         // of arithmetic per number
    size_t most_bytes;    // of a transfer that is measured
    size_t deadline_s;    // 0: not given
} job_settings;

ocl_options job_parse(int argc, char **argv, job_settings *set);

void remote_devices_ref(uint32_t *y, const uint32_t *x, uint32_t steps, size_t n);

#endif
