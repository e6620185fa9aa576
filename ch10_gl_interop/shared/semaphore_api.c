// SPDX-License-Identifier: MIT

#include "semaphore_api.h"

static void *function_named(cl_platform_id platform, const char *name)
{
    void *function = clGetExtensionFunctionAddressForPlatform(platform, name);
    if (!function)
        ocl_exit(OCL_EXIT_CALL, "clGetExtensionFunctionAddressForPlatform gives no %s", name);
    return function;
}

#define LOAD(name) (*(void **)&api.name = function_named(platform, #name))

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
