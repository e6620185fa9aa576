// SPDX-License-Identifier: MIT
//
// sheet - Vulkan's drawing: an image whose tiles are drawn by a triangle, or filled by a compute
// shader, with what these read of another image.
//
// None of this has to do with sharing.

#ifndef CH10_VULKAN_SHEET_H
#define CH10_VULKAN_SHEET_H

#include "vk.h"

// Vertex and fragment draw a tile, compute fills it in groups of 16 x 16 pixels.  Their bindings: 0
// is the frame (a sampled image), 1 the palette (a storage buffer), 2 the sheet (a storage image,
// for compute).  Their push constant is the corner of the tile.
typedef struct {
    size_t width, height, tile_width, tile_height;
    spirv vertex, fragment, compute;
    bool computes;         // the compute shader fills the tiles
    const void *colors;    // the palette
    size_t color_bytes;
} sheet_kind;

typedef struct {
    const vulkan_device *v;
    sheet_kind kind;
    vulkan_image image;
    vulkan_buffer pixels;    // of the image, for the host
    vulkan_buffer palette;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkCommandBuffer clear, read;
} vulkan_sheet;

// A sheet that is too large for the device ends the program with OCL_EXIT_USAGE.
vulkan_sheet sheet_open(const vulkan_device *v, const sheet_kind *kind);
void sheet_close(vulkan_sheet *s);

// The image that the shaders read from now on.
void sheet_set_frame(const vulkan_sheet *s, const vulkan_image *frame);

// Adds to the list what draws (or computes) the tile with this corner.
void sheet_fill(VkCommandBuffer commands, const vulkan_sheet *s, const cl_int corner[2]);

// All pixels become white.
void sheet_clear(const vulkan_sheet *s);

// The pixels, for the host: they are the sheet's own, and change with the next call.
ocl_picture sheet_read(const vulkan_sheet *s);

#endif
