// SPDX-License-Identifier: MIT
//
// lists - what Vulkan does with a frame, as lists of commands.  Barriers take the frame from OpenCL
// and give it back.

#ifndef VULKAN_IMAGE_LISTS_H
#define VULKAN_IMAGE_LISTS_H

#include "julia.h"
#include "vulkan/sheet.h"

// A sheet for all frames of the film: each tile is a frame turned by a quarter.
vulkan_sheet open_sheet(const vulkan_device *v, const film *f, bool computes);

// An image of that size for one frame.  If it is exported, OpenCL may paint first.
vulkan_image create_frame(const vulkan_device *v, const size_t extents[2], bool is_exported,
                          bool is_linear);

// The list that copies the frame from `staging`.
VkCommandBuffer record_upload(const vulkan_device *v, const vulkan_image *frame, VkBuffer staging);

// The list that fills the tile with this corner from the frame.  If the frame is exported, it comes
// from OpenCL and goes back there.
VkCommandBuffer record_drawing(const vulkan_sheet *sheet, const vulkan_image *frame,
                               const cl_int corner[2]);

#endif
