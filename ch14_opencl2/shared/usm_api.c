// SPDX-License-Identifier: MIT

#include "usm_api.h"

#include "features.h"

#define LOAD(name) (*(void **)&api.name = extension_function(env, #name))

usm_api load_usm(const ocl_env *env)
{
    usm_api api;
    LOAD(clHostMemAllocINTEL);
    LOAD(clDeviceMemAllocINTEL);
    LOAD(clSharedMemAllocINTEL);
    LOAD(clMemFreeINTEL);
    LOAD(clMemBlockingFreeINTEL);
    LOAD(clGetMemAllocInfoINTEL);
    LOAD(clSetKernelArgMemPointerINTEL);
    LOAD(clEnqueueMemFillINTEL);
    LOAD(clEnqueueMemcpyINTEL);
    LOAD(clEnqueueMigrateMemINTEL);
    LOAD(clEnqueueMemAdviseINTEL);
    return api;
}
