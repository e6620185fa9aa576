// SPDX-License-Identifier: MIT

#include "vk.h"

void vulkan_require_success(VkResult result, const char *call, const char *file, int line)
{
    const char *name = strrchr(file, '/');
    if (result != VK_SUCCESS)
        ocl_exit(OCL_EXIT_CALL, "%s:%d: %s: VkResult %d", name ? name + 1 : file, line, call,
                 (int)result);
}
