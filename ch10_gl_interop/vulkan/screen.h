// SPDX-License-Identifier: MIT
//
// screen - a part of an image in a window: a surface and a swapchain.
//
// None of this has to do with OpenCL.

#ifndef VULKAN_SCREEN_H
#define VULKAN_SCREEN_H

#include "shared/window/view.h"
#include "vk.h"

enum { MAX_SCREEN_IMAGES = 8 };

typedef struct {
    const vulkan_device *v;
    GLFWwindow *window;      // NULL: there is none
    size_t width, height;    // of what it shows
    VkSurfaceKHR surface;
    VkSwapchainKHR chain;    // of images that the window shows in turns
    VkImage images[MAX_SCREEN_IMAGES];
    VkExtent2D extent;    // of each, in pixels
    VkFence arrived;      // the next image is ours
} screen;

// A window of that size, for a device that was opened with `shows`.
screen screen_open(const vulkan_device *v, const char *title, const size_t extents[2]);
void screen_close(screen *s);

// Shows what the image has at that corner, and frames per second in the title.  False when the user
// has pressed Escape or closed the window.
bool screen_show(screen *s, const vulkan_image *image, const cl_int corner[2]);

#endif
