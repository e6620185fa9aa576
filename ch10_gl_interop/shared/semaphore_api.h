// SPDX-License-Identifier: MIT
//
// semaphore_api - the functions of cl_khr_semaphore, by name.

#ifndef SEMAPHORE_API_H
#define SEMAPHORE_API_H

#include "ocl.h"

#include <CL/cl_ext.h>

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR    // the headers of Debian 12 are older
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#endif

typedef struct {
    clCreateSemaphoreWithPropertiesKHR_fn clCreateSemaphoreWithPropertiesKHR;
    clEnqueueSignalSemaphoresKHR_fn clEnqueueSignalSemaphoresKHR;
    clEnqueueWaitSemaphoresKHR_fn clEnqueueWaitSemaphoresKHR;
    clGetSemaphoreInfoKHR_fn clGetSemaphoreInfoKHR;
    clRetainSemaphoreKHR_fn clRetainSemaphoreKHR;
    clReleaseSemaphoreKHR_fn clReleaseSemaphoreKHR;
} semaphore_api;

// The device must have the extension.
semaphore_api load_semaphore_api(cl_platform_id platform);

#endif
