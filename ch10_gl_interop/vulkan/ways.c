// SPDX-License-Identifier: MIT

#include "internal.h"

const char *const WAY_NAMES[WAYS + 1] = { "copies", "host_memory", "opaque_fd", "semaphores",
                                          NULL };

static bool has_external_memory(const ocl_env *env)
{
    return ocl_has_extension(env->device, "cl_khr_external_memory") &&
           ocl_has_extension(env->device, "cl_khr_external_memory_opaque_fd");
}

static bool has_external_semaphores(const ocl_env *env)
{
    return ocl_has_extension(env->device, "cl_khr_semaphore") &&
           ocl_has_extension(env->device, "cl_khr_external_semaphore") &&
           ocl_has_extension(env->device, "cl_khr_external_semaphore_opaque_fd");
}

const char *vulkan_export_lacks(const vulkan_device *v)
{
    if (!vulkan_has_extension(v, "VK_KHR_external_memory_fd"))
        return "the Vulkan device has no VK_KHR_external_memory_fd";
    if (!vulkan_shares_buffers(v, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
                               VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT))
        return "the Vulkan device exports no such buffers";
    return NULL;
}

const char *way_lacks(const ocl_env *env, const vulkan_device *v, int way)
{
    if (way == HOST_MEMORY && !vulkan_has_extension(v, "VK_EXT_external_memory_host"))
        return "the Vulkan device has no VK_EXT_external_memory_host";
    if (way == HOST_MEMORY &&
        !vulkan_shares_buffers(v, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
                               VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT))
        return "the Vulkan device takes no host memory for such buffers";
    if (way == COPIES || way == HOST_MEMORY) return NULL;
    if (!has_external_memory(env)) return "this device has no cl_khr_external_memory_opaque_fd";
    if (!v->is_same) return "no Vulkan device has this device's UUIDs";
    const char *lacks = vulkan_export_lacks(v);
    if (lacks || way == OPAQUE_FD) return lacks;
    if (!has_external_semaphores(env))
        return "this device has no cl_khr_external_semaphore_opaque_fd";
    if (!vulkan_has_extension(v, "VK_KHR_external_semaphore_fd"))
        return "the Vulkan device has no VK_KHR_external_semaphore_fd";
    return NULL;
}

bool way_runs(const ocl_env *env, ocl_report *report, int way, const char *lacks)
{
    if (!ocl_wants(env->options, WAY_NAMES[way])) return false;
    if (lacks && !ocl_wants(env->options, "all"))
        ocl_exit(OCL_EXIT_SKIP, "%s: %s", WAY_NAMES[way], lacks);
    if (lacks) ocl_report_note(report, "%s is left out: %s", WAY_NAMES[way], lacks);
    return !lacks;
}

bool imports_linear_images(const ocl_env *env)
{
    // CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
    const cl_device_info query = 0x2052;
    cl_external_memory_handle_type_khr types[8];
    size_t bytes = 0;
    const cl_int status = clGetDeviceInfo(env->device, query, sizeof types, types, &bytes);
    if (status == CL_INVALID_VALUE) return false;    // cl_khr_external_memory before 0.9.3
    OCL_CHECK(status);
    for (size_t k = 0; k < bytes / sizeof *types; k++)
        if (types[k] == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR) return true;
    return false;
}

void show_ways(ocl_report *report, const ocl_times times[WAYS], const ways_table *table)
{
    ocl_table rows = ocl_table_open(report, table->title, table->columns);
    for (int way = 0; way < WAYS; way++)
        if (times[way].runs > 0)
            ocl_table_row(&rows, "%-11s %21zu %11.1f", WAY_NAMES[way], table->copied[way],
                          ocl_median_ns(&times[way]) / (1e3 * (double)table->count));
}

#define LOAD(name) (*(void **)&api.name = ocl_extension_function(env->platform, #name))

external_api load_external(const ocl_env *env)
{
    external_api api = { 0 };
    if (has_external_memory(env)) {
        LOAD(clEnqueueAcquireExternalMemObjectsKHR);
        LOAD(clEnqueueReleaseExternalMemObjectsKHR);
    }
    if (has_external_semaphores(env)) {
        LOAD(clCreateSemaphoreWithPropertiesKHR);
        LOAD(clEnqueueWaitSemaphoresKHR);
        LOAD(clEnqueueSignalSemaphoresKHR);
        LOAD(clReleaseSemaphoreKHR);
    }
    return api;
}
