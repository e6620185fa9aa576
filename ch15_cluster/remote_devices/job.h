// SPDX-License-Identifier: MIT
//
// job - the options, the program for all devices, the table of devices, and the answer in plain C.

#ifndef REMOTE_DEVICES_JOB_H
#define REMOTE_DEVICES_JOB_H

#include "ocl.h"

typedef struct {
    size_t steps;         // of arithmetic per number
    size_t most_bytes;    // of a transfer that is measured
    size_t deadline_s;    // 0: not given
} job_settings;

ocl_options job_parse(int argc, char **argv, job_settings *set);

// remote_devices.cl or opt->kernel, built for all of these devices.
cl_program job_build(const ocl_options *opt, cl_context context, cl_uint count,
                     const cl_device_id *devices);

// The row of device k in the table with these headings.
#define JOB_DEVICE_HEADINGS "device, where, name"
void job_device_row(ocl_table *table, cl_uint k, const char *where, cl_device_id device);

void remote_devices_ref(uint32_t *y, const uint32_t *x, uint32_t steps, size_t n);

#endif
