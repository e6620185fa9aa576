// SPDX-License-Identifier: MIT
//
// job - the options, the numbers, and the answer in plain C.

#ifndef REMOTE_DEVICES_JOB_H
#define REMOTE_DEVICES_JOB_H

#include "ocl.h"

typedef struct {
    size_t steps;         // of arithmetic per number
    size_t most_bytes;    // of a transfer that is measured
} job_settings;

ocl_options job_parse(int argc, char **argv, job_settings *set);

// Random numbers, with room for the answers.
typedef struct {
    size_t n;
    cl_uint steps;
    uint32_t *y, *x, *ref;
} job;

job job_open(const ocl_options *opt, const job_settings *set);
void job_close(job *j);

void remote_devices_ref(uint32_t *y, const uint32_t *x, uint32_t steps, size_t n);

#endif
