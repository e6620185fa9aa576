// SPDX-License-Identifier: MIT
//
// drawing - Vulkan's half: a pipeline that draws frames into the tiles of a sheet.
//
// None of this has to do with sharing, but for the barriers of drawing_record.

#ifndef VULKAN_IMAGE_DRAWING_H
#define VULKAN_IMAGE_DRAWING_H

#include "julia.h"
#include "vulkan/image.h"
#include "vulkan/memory.h"
#include "vulkan/screen.h"

typedef struct {
    const vulkan_device *v;
    film f;
    vulkan_image sheet;
    vulkan_buffer pixels;     // those of the sheet, for the host
    vulkan_buffer palette;    // of colours
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    bool computes;    // a compute shader fills the tiles
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkCommandBuffer clear, read;
} drawing;

// Oclgrind and lavapipe cannot draw in one process, because each has an LLVM of its own.  Ends the
// program with OCL_EXIT_SKIP if it has both.
void drawing_require_one_llvm(const vulkan_device *v, cl_device_id device);

// Tiles are drawn, as a triangle, or filled by a compute shader.  A sheet that is too large for the
// device ends the program with OCL_EXIT_USAGE.
drawing drawing_open(const vulkan_device *v, const film *f, bool computes);
void drawing_close(drawing *d);

// An image for one frame, which the pipeline reads from now on.
vulkan_image drawing_frame(const drawing *d, bool is_exported, bool is_linear);

// The list of commands that copies the image from `staging`.
VkCommandBuffer drawing_upload(const drawing *d, const vulkan_image *frame, VkBuffer staging);

// The list of commands that draws (or computes) tile k from the image.  If the image is exported,
// it comes from another API and goes back there.
VkCommandBuffer drawing_record(const drawing *d, const vulkan_image *frame, size_t k);

// Shows tile k in the window: screen_show.
bool drawing_show(const drawing *d, screen *window, size_t k);

// Makes the whole sheet EMPTY.
void drawing_clear(const drawing *d);

// The sheet as a picture, which borrows `pixels`: drawing_read fills them.
ocl_picture drawing_sheet(const drawing *d);
void drawing_read(const drawing *d);

// Reads the sheet and compares it with `ref`.
ocl_result drawing_verify(const drawing *d, const char *what, const ocl_picture *ref);

#endif
