// SPDX-License-Identifier: MIT

#include "cases.h"

const search_case SEARCH_CASES[] = {
    { "cl_khr_fp64 cl_khr_mipmap_image_writes", "cl_khr_mipmap_image", false },
    { "cl_khr_mipmap_image_writes cl_khr_mipmap_image", "cl_khr_mipmap_image", true },
    { "cl_khr_fp64 cl_khr_spirv_queries", "cl_khr_spir", false },
    { "  cl_khr_fp16   cl_khr_fp64  ", "cl_khr_fp64", true },
    { "cl_khr_fp64", "cl_khr_fp64", true },
    { "cl_khr_fp64 cl_khr_icd", "khr_icd", false },
    { "cl_khr_fp64 cl_khr_icd", "cl_khr_fp64 cl_khr_icd", false },
    { "", "cl_khr_fp64", false },
    { .name = NULL },
};

const function_case FUNCTION_CASES[] = {
    { "clIcdGetPlatformIDsKHR", "cl_khr_icd", true },
    { "clCreateProgramWithILKHR", "cl_khr_il_program", false },
    { "clGetKernelSuggestedLocalWorkSizeKHR", "cl_khr_suggested_local_work_size", false },
    { "clCreateCommandQueueWithPropertiesKHR", "cl_khr_create_command_queue", false },
    { "clCreateCommandBufferKHR", "cl_khr_command_buffer", false },
    { "clUpdateMutableCommandsKHR", "cl_khr_command_buffer_mutable_dispatch", false },
    { "clCreateSemaphoreWithPropertiesKHR", "cl_khr_semaphore", false },
    { "clGetGLContextInfoKHR", "cl_khr_gl_sharing", false },
    { "clTerminateContextKHR", "cl_khr_terminate_context", false },
    { .name = NULL },
};
