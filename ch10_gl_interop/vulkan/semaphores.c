// SPDX-License-Identifier: MIT

#include "functions.h"
#include "vk.h"

VkSemaphore vulkan_semaphore_to_export(const vulkan_device *v)
{
    const VkExportSemaphoreCreateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT
    };
    const VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                         .pNext = &exported };
    VkSemaphore semaphore;
    VULKAN_CHECK(vkCreateSemaphore(v->device, &info, NULL, &semaphore));
    return semaphore;
}

int vulkan_export_semaphore(const vulkan_device *v, VkSemaphore semaphore)
{
    const PFN_vkGetSemaphoreFdKHR export_semaphore =
        (PFN_vkGetSemaphoreFdKHR)vulkan_function(v, "vkGetSemaphoreFdKHR");
    const VkSemaphoreGetFdInfoKHR which = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
                                            .semaphore = semaphore,
                                            .handleType =
                                                VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;
    VULKAN_CHECK(export_semaphore(v->device, &which, &fd));
    return fd;
}

cl_semaphore_khr import_semaphore(const ocl_env *env, const external_api *api, int fd)
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
    shared_semaphores s = { .to_vulkan = vulkan_semaphore_to_export(v),
                            .to_opencl = vulkan_semaphore_to_export(v) };
    s.cl_to_vulkan = import_semaphore(env, api, vulkan_export_semaphore(v, s.to_vulkan));
    s.cl_to_opencl = import_semaphore(env, api, vulkan_export_semaphore(v, s.to_opencl));
    return s;
}

void close_semaphores(const external_api *api, const vulkan_device *v, shared_semaphores *s)
{
    OCL_CHECK(api->clReleaseSemaphoreKHR(s->cl_to_opencl));
    OCL_CHECK(api->clReleaseSemaphoreKHR(s->cl_to_vulkan));
    vkDestroySemaphore(v->device, s->to_opencl, NULL);
    vkDestroySemaphore(v->device, s->to_vulkan, NULL);
}
