// SPDX-License-Identifier: MIT

#include "unified_svm.h"

#define LOAD(name) (*(void **)&api.name = ocl_extension_function(env->platform, #name))

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
