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

// The build options and the one without which drivers need not know what a kernel does with its
// arguments.  malloc'ed; NULL where there is no memory.
static inline char *layer_with_argument_info(const char *options)
{
    static const char more[] = " -cl-kernel-arg-info";
    char *all = calloc(1, (options ? strlen(options) : 0) + sizeof more);
    if (all) strcat(strcpy(all, options ? options : ""), more);
    return all;
}

// clBuildProgram with that option.
static inline cl_int CL_API_CALL layer_build_with_argument_info(
    cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
    void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    char *all = layer_with_argument_info(options);
    if (!all) return CL_OUT_OF_HOST_MEMORY;
    const cl_int err = target.clBuildProgram(program, count, devices, all, notify, data);
    free(all);
    return err;
}

// Gives `size` bytes as the answer to a query of OpenCL.
static inline cl_int layer_answer(const void *answer, size_t size, size_t room, void *value,
                                  size_t *bytes)
{
    if (value && room < size) return CL_INVALID_VALUE;
    if (value) memcpy(value, answer, size);
    if (bytes) *bytes = size;
    return CL_SUCCESS;
}

// The answer to CL_DEVICE_EXTENSIONS: the driver's, and more names behind a blank.
static inline cl_int layer_answer_extensions(cl_device_id device, const char *more, size_t room,
                                             void *value, size_t *bytes)
{
    size_t size = 0;
    cl_int status = target.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size);
    if (status != CL_SUCCESS) return status;
    char *list = calloc(1, size + strlen(more) + 1);
    if (!list) return CL_OUT_OF_HOST_MEMORY;
    status = target.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, list, NULL);
    strcat(list, more);
    if (status == CL_SUCCESS) status = layer_answer(list, strlen(list) + 1, room, value, bytes);
    free(list);
    return status;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void *value,
                                               size_t *bytes)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what == CL_LAYER_NAME)
        return layer_answer(layer_name(), strlen(layer_name()) + 1, room, value, bytes);
    if (what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    return layer_answer(&version, sizeof version, room, value, bytes);
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
