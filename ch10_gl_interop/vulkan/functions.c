// SPDX-License-Identifier: MIT

#include "functions.h"

#include "ocl.h"
#include "system/library.h"

#define DEFINE(name) PFN_##name name;
VULKAN_FUNCTIONS(DEFINE)

bool vulkan_load(void)
{
    void *library = ocl_library("libvulkan.so.1");
    bool has_all = library != NULL;
#define FIND(name)                                                        \
    if (has_all) name = (PFN_##name)ocl_library_function(library, #name); \
    has_all = has_all && name;
    VULKAN_FUNCTIONS(FIND)
    return has_all;
}
