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
    { "clIcdGetPlatformIDsKHR", "cl_khr_icd", ~0u },    // the loader answers: Khronos' with NULL
    { "clCreateProgramWithILKHR", "cl_khr_il_program", 0 },
    { "clGetKernelSuggestedLocalWorkSizeKHR", "cl_khr_suggested_local_work_size", 0 },
    { "clCreateCommandQueueWithPropertiesKHR", "cl_khr_create_command_queue", 0 },
    { "clCreateCommandBufferKHR", "cl_khr_command_buffer", 0 },
    { "clUpdateMutableCommandsKHR", "cl_khr_command_buffer_mutable_dispatch", 0 },
    { "clCreateSemaphoreWithPropertiesKHR", "cl_khr_semaphore", 0 },
    { "clGetGLContextInfoKHR", "cl_khr_gl_sharing", 0 },
    { "clTerminateContextKHR", "cl_khr_terminate_context", 0 },
    { .name = NULL },
};
