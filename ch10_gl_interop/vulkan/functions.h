// SPDX-License-Identifier: MIT
//
// functions - the functions of Vulkan that the samples call.
//
// They are found when vulkan_load is called, so that a program starts and says what to install
// where Vulkan is missing.  Each name is a pointer, and is called like a function.

#ifndef VULKAN_FUNCTIONS_H
#define VULKAN_FUNCTIONS_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include <stdbool.h>

#define VULKAN_FUNCTIONS(FUNCTION)                        \
    FUNCTION(vkAcquireNextImageKHR)                       \
    FUNCTION(vkAllocateCommandBuffers)                    \
    FUNCTION(vkAllocateDescriptorSets)                    \
    FUNCTION(vkAllocateMemory)                            \
    FUNCTION(vkBeginCommandBuffer)                        \
    FUNCTION(vkBindBufferMemory)                          \
    FUNCTION(vkBindImageMemory)                           \
    FUNCTION(vkCmdBeginRenderPass)                        \
    FUNCTION(vkCmdBindDescriptorSets)                     \
    FUNCTION(vkCmdBindPipeline)                           \
    FUNCTION(vkCmdBlitImage)                              \
    FUNCTION(vkCmdClearColorImage)                        \
    FUNCTION(vkCmdCopyBuffer)                             \
    FUNCTION(vkCmdCopyBufferToImage)                      \
    FUNCTION(vkCmdCopyImageToBuffer)                      \
    FUNCTION(vkCmdDispatch)                               \
    FUNCTION(vkCmdDraw)                                   \
    FUNCTION(vkCmdEndRenderPass)                          \
    FUNCTION(vkCmdPipelineBarrier)                        \
    FUNCTION(vkCmdPushConstants)                          \
    FUNCTION(vkCmdSetScissor)                             \
    FUNCTION(vkCmdSetViewport)                            \
    FUNCTION(vkCmdUpdateBuffer)                           \
    FUNCTION(vkCreateBuffer)                              \
    FUNCTION(vkCreateCommandPool)                         \
    FUNCTION(vkCreateComputePipelines)                    \
    FUNCTION(vkCreateDescriptorPool)                      \
    FUNCTION(vkCreateDescriptorSetLayout)                 \
    FUNCTION(vkCreateDevice)                              \
    FUNCTION(vkCreateFence)                               \
    FUNCTION(vkCreateFramebuffer)                         \
    FUNCTION(vkCreateGraphicsPipelines)                   \
    FUNCTION(vkCreateImage)                               \
    FUNCTION(vkCreateImageView)                           \
    FUNCTION(vkCreateInstance)                            \
    FUNCTION(vkCreatePipelineLayout)                      \
    FUNCTION(vkCreateRenderPass)                          \
    FUNCTION(vkCreateSemaphore)                           \
    FUNCTION(vkCreateShaderModule)                        \
    FUNCTION(vkCreateSwapchainKHR)                        \
    FUNCTION(vkDestroyBuffer)                             \
    FUNCTION(vkDestroyCommandPool)                        \
    FUNCTION(vkDestroyDescriptorPool)                     \
    FUNCTION(vkDestroyDescriptorSetLayout)                \
    FUNCTION(vkDestroyDevice)                             \
    FUNCTION(vkDestroyFence)                              \
    FUNCTION(vkDestroyFramebuffer)                        \
    FUNCTION(vkDestroyImage)                              \
    FUNCTION(vkDestroyImageView)                          \
    FUNCTION(vkDestroyInstance)                           \
    FUNCTION(vkDestroyPipeline)                           \
    FUNCTION(vkDestroyPipelineLayout)                     \
    FUNCTION(vkDestroyRenderPass)                         \
    FUNCTION(vkDestroySemaphore)                          \
    FUNCTION(vkDestroyShaderModule)                       \
    FUNCTION(vkDestroySurfaceKHR)                         \
    FUNCTION(vkDestroySwapchainKHR)                       \
    FUNCTION(vkEndCommandBuffer)                          \
    FUNCTION(vkEnumerateDeviceExtensionProperties)        \
    FUNCTION(vkEnumeratePhysicalDevices)                  \
    FUNCTION(vkFreeCommandBuffers)                        \
    FUNCTION(vkFreeMemory)                                \
    FUNCTION(vkGetBufferMemoryRequirements2)              \
    FUNCTION(vkGetDeviceProcAddr)                         \
    FUNCTION(vkGetDeviceQueue)                            \
    FUNCTION(vkGetImageMemoryRequirements2)               \
    FUNCTION(vkGetImageSubresourceLayout)                 \
    FUNCTION(vkGetPhysicalDeviceExternalBufferProperties) \
    FUNCTION(vkGetPhysicalDeviceImageFormatProperties2)   \
    FUNCTION(vkGetPhysicalDeviceMemoryProperties)         \
    FUNCTION(vkGetPhysicalDeviceProperties)               \
    FUNCTION(vkGetPhysicalDeviceProperties2)              \
    FUNCTION(vkGetPhysicalDeviceQueueFamilyProperties)    \
    FUNCTION(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)   \
    FUNCTION(vkGetPhysicalDeviceSurfaceFormatsKHR)        \
    FUNCTION(vkGetPhysicalDeviceSurfaceSupportKHR)        \
    FUNCTION(vkGetSwapchainImagesKHR)                     \
    FUNCTION(vkMapMemory)                                 \
    FUNCTION(vkQueuePresentKHR)                           \
    FUNCTION(vkQueueSubmit)                               \
    FUNCTION(vkQueueWaitIdle)                             \
    FUNCTION(vkResetFences)                               \
    FUNCTION(vkUpdateDescriptorSets)                      \
    FUNCTION(vkWaitForFences)

#define DECLARE(name) extern PFN_##name name;
VULKAN_FUNCTIONS(DECLARE)
#undef DECLARE

// False where libvulkan.so.1 is missing.
bool vulkan_load(void);

#endif
