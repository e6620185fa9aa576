// SPDX-License-Identifier: MIT
//
// An OpenCL layer that makes one call of a program fail, to see whether the program notices.
//
//     OPENCL_LAYERS=.../libfault_layer.so OCL_SAMPLES_FAULT=K OCL_SAMPLES_FAULT_LOG=FILE PROGRAM
//
// The K-th call is not made: it gives CL_OUT_OF_RESOURCES, and its name is printed to standard error.
// The names of all calls, in their order, are appended to FILE.  The loader (ocl-icd 2.3, Khronos' of 2021, and newer) puts the layer between the
// program and the driver, so that calls inside the driver do not count.

#include <CL/cl_layer.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cl_int FAULT = CL_OUT_OF_RESOURCES;

static cl_icd_dispatch target, layer;
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

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void *value,
                                               size_t *bytes)
{
    static const char name[] = "fault";
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const bool is_name = what == CL_LAYER_NAME;
    if (!is_name && what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    const size_t size = is_name ? sizeof name : sizeof version;
    if (value && room < size) return CL_INVALID_VALUE;
    if (value) memcpy(value, is_name ? (const void *)name : &version, size);
    if (bytes) *bytes = size;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *dispatch,
                                            cl_uint *layer_entries,
                                            const cl_icd_dispatch **layer_dispatch)
{
    const cl_uint mine = sizeof layer / sizeof layer.clGetPlatformIDs;
    if (entries < mine || !layer_entries || !layer_dispatch) return CL_INVALID_VALUE;
    target = layer = *dispatch;
    wrap_all();
    *layer_entries = mine;
    *layer_dispatch = &layer;
    return CL_SUCCESS;
}
