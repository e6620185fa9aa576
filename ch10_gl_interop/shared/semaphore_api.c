// SPDX-License-Identifier: MIT

#include "semaphore_api.h"

#define LOAD(name) (*(void **)&api.name = ocl_extension_function(platform, #name))

semaphore_api load_semaphore_api(cl_platform_id platform)
{
    semaphore_api api;
    LOAD(clCreateSemaphoreWithPropertiesKHR);
    LOAD(clEnqueueSignalSemaphoresKHR);
    LOAD(clEnqueueWaitSemaphoresKHR);
    LOAD(clGetSemaphoreInfoKHR);
    LOAD(clRetainSemaphoreKHR);
    LOAD(clReleaseSemaphoreKHR);
    return api;
}
