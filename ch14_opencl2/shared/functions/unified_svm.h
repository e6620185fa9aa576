// SPDX-License-Identifier: MIT
//
// unified_svm - the functions of cl_intel_unified_shared_memory, by their names.

#ifndef CH14_UNIFIED_SVM_H
#define CH14_UNIFIED_SVM_H

#include "ocl.h"

typedef struct {
    clHostMemAllocINTEL_fn clHostMemAllocINTEL;
    clDeviceMemAllocINTEL_fn clDeviceMemAllocINTEL;
    clSharedMemAllocINTEL_fn clSharedMemAllocINTEL;
    clMemFreeINTEL_fn clMemFreeINTEL;
    clMemBlockingFreeINTEL_fn clMemBlockingFreeINTEL;
    clGetMemAllocInfoINTEL_fn clGetMemAllocInfoINTEL;
    clSetKernelArgMemPointerINTEL_fn clSetKernelArgMemPointerINTEL;
    clEnqueueMemFillINTEL_fn clEnqueueMemFillINTEL;
    clEnqueueMemcpyINTEL_fn clEnqueueMemcpyINTEL;
    clEnqueueMigrateMemINTEL_fn clEnqueueMigrateMemINTEL;
    clEnqueueMemAdviseINTEL_fn clEnqueueMemAdviseINTEL;
} usm_api;

// Ends the program with OCL_EXIT_CALL where a function is missing: ask for the extension before.
usm_api load_usm(const ocl_env *env);

#endif
