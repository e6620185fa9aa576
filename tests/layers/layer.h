// SPDX-License-Identifier: MIT
//
// What every OpenCL layer needs: the driver's functions, the program's, and the calls by which the
// loader takes the layer in.  A layer includes this and defines layer_name and layer_wrap.

#ifndef LAYER_H
#define LAYER_H

#include <CL/cl_layer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_icd_dispatch target, layer;    // the driver's; what the program gets in their place

static const char *layer_name(void);

// Replaces functions of `layer`, which are the driver's before.
static void layer_wrap(void);

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void *value,
                                               size_t *bytes)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const int is_name = what == CL_LAYER_NAME;
    if (!is_name && what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    const size_t size = is_name ? strlen(layer_name()) + 1 : sizeof version;
    if (value && room < size) return CL_INVALID_VALUE;
    if (value) memcpy(value, is_name ? (const void *)layer_name() : &version, size);
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
    layer_wrap();
    // A test that must know whether the loader takes layers names a file: now it exists.
    const char *log = getenv("OCL_TEST_LAYER_LOG");
    FILE *file = log ? fopen(log, "w") : NULL;
    if (file) fclose(file);
    *layer_entries = mine;
    *layer_dispatch = &layer;
    return CL_SUCCESS;
}

// Khronos' loader since version 2026.05.29 asks for this function, and takes no layer without it.
// Older ones and ocl-icd ask for the function above.  Older headers do not declare this one.
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                          const cl_icd_dispatch *dispatch,
                                                          cl_uint *layer_entries,
                                                          const cl_icd_dispatch **layer_dispatch,
                                                          const cl_properties *properties);

CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                          const cl_icd_dispatch *dispatch,
                                                          cl_uint *layer_entries,
                                                          const cl_icd_dispatch **layer_dispatch,
                                                          const cl_properties *properties)
{
    (void)properties;
    return clInitLayer(entries, dispatch, layer_entries, layer_dispatch);
}

#endif
