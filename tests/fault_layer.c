// SPDX-License-Identifier: MIT
//
// An OpenCL layer that makes one call of a program fail, to see whether the program notices.
//
//     OPENCL_LAYERS=.../libfault_layer.so OCL_SAMPLES_FAULT=K OCL_SAMPLES_FAULT_LOG=FILE PROGRAM
//
// The K-th call is not made: it gives CL_OUT_OF_RESOURCES, and its name is printed to standard
// error. The names of all calls, in their order, are appended to FILE.  The loader (ocl-icd 2.3,
// Khronos' of 2021, and newer) puts the layer between the program and the driver, so that calls
// inside the driver do not count.

#include "layer.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const cl_int FAULT = CL_OUT_OF_RESOURCES;

static atomic_ulong calls;    // drivers call back from threads of their own

// Counts a call; whether it has to fail.
static bool fails(const char *name)
{
    unsigned long number = atomic_fetch_add(&calls, 1) + 1;
    const char *path = getenv("OCL_SAMPLES_FAULT_LOG"), *wish = getenv("OCL_SAMPLES_FAULT");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (log) {
        fprintf(log, "%s\n", name);
        fclose(log);
    }
    if (!wish || strtoul(wish, NULL, 10) != number) return false;
    fprintf(stderr, "call %lu fails: %s\n", number, name);
    return true;
}

#include "fault_wrappers.h"    // fault_NAME for each function of cl.h, and wrap_all

static const char *layer_name(void)
{
    return "fault";
}

static void layer_wrap(void)
{
    wrap_all();
}
