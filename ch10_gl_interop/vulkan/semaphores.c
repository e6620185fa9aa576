// SPDX-License-Identifier: MIT

#include "semaphores.h"

// *fd becomes a file descriptor that stands for it (VK_KHR_external_semaphore_fd).
static VkSemaphore create(const vulkan_device *v, int *fd)
{
    const VkExternalSemaphoreHandleTypeFlagBits kind =
        VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    const VkExportSemaphoreCreateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO, .handleTypes = kind
    };
    const VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                         .pNext = &exported };
    VkSemaphore semaphore;
    VULKAN_CHECK(vkCreateSemaphore(v->device, &info, NULL, &semaphore));
    const PFN_vkGetSemaphoreFdKHR export_semaphore =
        (PFN_vkGetSemaphoreFdKHR)vulkan_function(v, "vkGetSemaphoreFdKHR");
    const VkSemaphoreGetFdInfoKHR which = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
                                            .semaphore = semaphore,
                                            .handleType = kind };
    VULKAN_CHECK(export_semaphore(v->device, &which, fd));
    return semaphore;
}

// The file descriptor belongs to OpenCL from now on.
static cl_semaphore_khr import(const ocl_env *env, const external_api *api, int fd)
{
    const cl_semaphore_properties_khr list[] = { CL_SEMAPHORE_TYPE_KHR,
                                                 CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                 CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                                 (cl_semaphore_properties_khr)fd, 0 };
    cl_int err;
    return OCL_CREATE(api->clCreateSemaphoreWithPropertiesKHR(env->context, list, &err));
}

shared_semaphores open_semaphores(const ocl_env *env, const external_api *api,
                                  const vulkan_device *v)
{
    shared_semaphores s;
    int fd;
    s.to_vulkan = create(v, &fd);
    s.cl_to_vulkan = import(env, api, fd);
    s.to_opencl = create(v, &fd);
    s.cl_to_opencl = import(env, api, fd);
    return s;
}

void close_semaphores(const external_api *api, const vulkan_device *v, shared_semaphores *s)
{
    OCL_CHECK(api->clReleaseSemaphoreKHR(s->cl_to_opencl));
    OCL_CHECK(api->clReleaseSemaphoreKHR(s->cl_to_vulkan));
    vkDestroySemaphore(v->device, s->to_opencl, NULL);
    vkDestroySemaphore(v->device, s->to_vulkan, NULL);
}
