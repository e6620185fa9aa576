// SPDX-License-Identifier: MIT

#include "screen.h"

#ifndef OCL_HAVE_GLFW

screen screen_open(const vulkan_device *v, const char *title, const size_t extents[2])
{
    (void)title, (void)extents;
    return (screen){ .v = v };
}

void screen_close(screen *s)
{
    (void)s;
}

bool screen_show(screen *s, const vulkan_image *image, const cl_int corner[2])
{
    (void)image, (void)corner;
    return s->window != NULL;
}

#else

#include "functions.h"
#include "shared/window/glfw.h"

static const VkImageSubresourceRange WHOLE = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                               .levelCount = 1,
                                               .layerCount = 1 };
static const VkImageSubresourceLayers LAYER = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                                .layerCount = 1 };

// --- the images of the window

// The bytes of the image as they are: no sRGB, which would change them.
static VkSurfaceFormatKHR choose_format(const screen *s)
{
    VkSurfaceFormatKHR all[64];
    uint32_t count = 64, k = 0;
    const VkResult result =
        vkGetPhysicalDeviceSurfaceFormatsKHR(s->v->physical, s->surface, &count, all);
    if (result != VK_INCOMPLETE) VULKAN_CHECK(result);
    while (k < count && all[k].format != VK_FORMAT_B8G8R8A8_UNORM &&
           all[k].format != VK_FORMAT_R8G8B8A8_UNORM)
        k++;
    if (k == count) ocl_exit(OCL_EXIT_SKIP, "--window: the window has no colours of 8 bits");
    return all[k];
}

// As large as the window is now; none while it has no pixels.
static void create_chain(screen *s)
{
    const vulkan_device *v = s->v;
    VkSurfaceCapabilitiesKHR can;
    VULKAN_CHECK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(v->physical, s->surface, &can));
    s->extent = can.currentExtent;
    if (s->extent.width == UINT32_MAX)    // any
        s->extent = (VkExtent2D){ (uint32_t)s->width, (uint32_t)s->height };
    if (s->extent.width == 0 || s->extent.height == 0) return;
    const VkSurfaceFormatKHR format = choose_format(s);
    const VkSwapchainCreateInfoKHR info = { .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                            .surface = s->surface,
                                            .minImageCount = can.minImageCount,
                                            .imageFormat = format.format,
                                            .imageColorSpace = format.colorSpace,
                                            .imageExtent = s->extent,
                                            .imageArrayLayers = 1,
                                            .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                            .preTransform = can.currentTransform,
                                            .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
                                            .presentMode = VK_PRESENT_MODE_FIFO_KHR,
                                            .clipped = VK_TRUE };
    VULKAN_CHECK(vkCreateSwapchainKHR(v->device, &info, NULL, &s->chain));
    uint32_t count = MAX_SCREEN_IMAGES;
    VULKAN_CHECK(vkGetSwapchainImagesKHR(v->device, s->chain, &count, s->images));
}

static void destroy_chain(screen *s)
{
    vkDestroySwapchainKHR(s->v->device, s->chain, NULL);    // may be VK_NULL_HANDLE
    s->chain = VK_NULL_HANDLE;
}

// The type of glfwCreateWindowSurface, which is not in glfw.h: that knows no Vulkan.
typedef VkResult (*create_surface_function)(VkInstance, GLFWwindow *, const VkAllocationCallbacks *,
                                            VkSurfaceKHR *);

screen screen_open(const vulkan_device *v, const char *title, const size_t extents[2])
{
    screen s = { .v = v, .width = extents[0], .height = extents[1] };
    s.window = view_open(VIEW_VULKAN, title, extents);
    create_surface_function create_surface =
        (create_surface_function)glfw_function("glfwCreateWindowSurface");
    VULKAN_CHECK(create_surface(v->instance, s.window, NULL, &s.surface));
    VkBool32 shows = VK_FALSE;
    VULKAN_CHECK(vkGetPhysicalDeviceSurfaceSupportKHR(v->physical, v->family, s.surface, &shows));
    if (!shows || !vulkan_has_extension(v, VK_KHR_SWAPCHAIN_EXTENSION_NAME))
        ocl_exit(OCL_EXIT_SKIP, "--window: %s cannot show images here", v->properties.deviceName);
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    VULKAN_CHECK(vkCreateFence(v->device, &fence, NULL, &s.arrived));
    create_chain(&s);
    return s;
}

void screen_close(screen *s)
{
    destroy_chain(s);
    vkDestroyFence(s->v->device, s->arrived, NULL);
    vkDestroySurfaceKHR(s->v->instance, s->surface, NULL);
    view_close(s->window);
}

// --- one frame

static void change_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from,
                          VkImageLayout to)
{
    const VkPipelineStageFlags any = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkImageMemoryBarrier barrier = { .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                           .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                           .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                           .oldLayout = from,
                                           .newLayout = to,
                                           .image = image,
                                           .subresourceRange = WHOLE };
    vkCmdPipelineBarrier(commands, any, any, 0, 0, NULL, 0, NULL, 1, &barrier);
}

// In another size, if the window has changed its size.
static void copy(const screen *s, VkImage to, const vulkan_image *from, const cl_int corner[2])
{
    const vulkan_device *v = s->v;
    const int32_t right = corner[0] + (int32_t)s->width;
    const int32_t bottom = corner[1] + (int32_t)s->height;
    const VkImageBlit all = {
        .srcSubresource = LAYER,
        .srcOffsets = { { corner[0], corner[1], 0 }, { right, bottom, 1 } },
        .dstSubresource = LAYER,
        .dstOffsets = { { 0, 0, 0 }, { (int32_t)s->extent.width, (int32_t)s->extent.height, 1 } }
    };
    const VkCommandBuffer commands = vulkan_begin(v);
    vulkan_image_barrier(commands, from, (vulkan_use){ .access = VK_ACCESS_MEMORY_WRITE_BIT },
                         (vulkan_use){ .access = VK_ACCESS_TRANSFER_READ_BIT });
    change_layout(commands, to, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdBlitImage(commands, from->image, VK_IMAGE_LAYOUT_GENERAL, to,
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all, VK_FILTER_NEAREST);
    change_layout(commands, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    vulkan_run(v, commands);
    vkFreeCommandBuffers(v->device, v->pool, 1, &commands);
}

// False if the window has another size than the images.
static bool show(screen *s, const vulkan_image *image, const cl_int corner[2])
{
    const vulkan_device *v = s->v;
    uint32_t next;
    VkResult result =
        vkAcquireNextImageKHR(v->device, s->chain, UINT64_MAX, VK_NULL_HANDLE, s->arrived, &next);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) return false;
    if (result != VK_SUBOPTIMAL_KHR) VULKAN_CHECK(result);
    VULKAN_CHECK(vkWaitForFences(v->device, 1, &s->arrived, VK_TRUE, UINT64_MAX));
    VULKAN_CHECK(vkResetFences(v->device, 1, &s->arrived));
    copy(s, s->images[next], image, corner);
    const VkPresentInfoKHR info = { .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                    .swapchainCount = 1,
                                    .pSwapchains = &s->chain,
                                    .pImageIndices = &next };
    result = vkQueuePresentKHR(v->queue, &info);
    if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR) return false;
    VULKAN_CHECK(result);
    return true;
}

bool screen_show(screen *s, const vulkan_image *image, const cl_int corner[2])
{
    if (!s->chain || !show(s, image, corner)) {
        vulkan_finish(s->v);
        destroy_chain(s);
        create_chain(s);
    }
    return view_goes_on(s->window);
}

#endif
