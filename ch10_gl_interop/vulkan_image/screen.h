// SPDX-License-Identifier: MIT
//
// screen - the tile that was drawn last, in a window: a surface and a swapchain.
//
// None of this has to do with OpenCL.

#ifndef VULKAN_IMAGE_SCREEN_H
#define VULKAN_IMAGE_SCREEN_H

#include "drawing.h"
#include "shared/view.h"

enum { MAX_SCREEN_IMAGES = 8 };

typedef struct {
    const drawing *d;
    GLFWwindow *window;    // NULL: there is none
    VkSurfaceKHR surface;
    VkSwapchainKHR chain;    // of images that the window shows in turns
    VkImage images[MAX_SCREEN_IMAGES];
    VkExtent2D extent;    // of each, in pixels
    VkFence arrived;      // the next image is ours
} screen;

// What an instance of Vulkan needs for windows.  Ends the program with OCL_EXIT_SKIP where GLFW, a
// display, or a way from Vulkan to it is missing.
vulkan_names screen_extensions(void);

// A window of the size of a tile.
screen screen_open(const drawing *d, const char *title);
void screen_close(screen *s);

// Shows tile k, and frames per second in the title.  False when the user has pressed Escape or
// closed the window.
bool screen_show(screen *s, size_t k);

#endif
