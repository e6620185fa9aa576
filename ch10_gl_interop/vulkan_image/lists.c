// SPDX-License-Identifier: MIT

#include "lists.h"

#include "vulkan/functions.h"
#include "vulkan_image_comp.h"    // kernels/vulkan_image.comp, compiled
#include "vulkan_image_frag.h"    // the same of vulkan_image.frag
#include "vulkan_image_vert.h"    // ... and of vulkan_image.vert

vulkan_sheet open_sheet(const vulkan_device *v, const film *f, bool computes)
{
    uint8_t palette[LIMIT + 1][4];
    make_palette(palette);
    const sheet_kind kind = { .width = f->columns * f->height,
                              .height = f->rows * f->width,
                              .tile_width = f->height,
                              .tile_height = f->width,
                              .vertex = { vulkan_image_vert, sizeof vulkan_image_vert },
                              .fragment = { vulkan_image_frag, sizeof vulkan_image_frag },
                              .compute = { vulkan_image_comp, sizeof vulkan_image_comp },
                              .computes = computes,
                              .colors = palette,
                              .color_bytes = sizeof palette };
    return sheet_open(v, &kind);
}

vulkan_image create_frame(const vulkan_device *v, const size_t extents[2], bool is_exported,
                          bool is_linear)
{
    const vulkan_image_kind kind = { .width = extents[0],
                                     .height = extents[1],
                                     .format = VK_FORMAT_R8G8B8A8_UINT,
                                     .usage = VK_IMAGE_USAGE_SAMPLED_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                     .is_exported = is_exported,
                                     .is_linear = is_linear };
    const vulkan_image frame = vulkan_create_image(v, &kind);

    // From no layout to VK_IMAGE_LAYOUT_GENERAL, and from here to OpenCL.
    const vulkan_use nobody = { .family = v->family, .is_new = true };
    const vulkan_use mine = { .family = v->family };
    const vulkan_use opencl = { .family = VK_QUEUE_FAMILY_EXTERNAL };
    const VkCommandBuffer first = vulkan_begin(v);
    vulkan_image_barrier(first, &frame, nobody, mine);
    if (is_exported) vulkan_image_barrier(first, &frame, mine, opencl);
    VULKAN_CHECK(vkEndCommandBuffer(first));
    vulkan_run(v, first);
    return frame;
}

VkCommandBuffer record_upload(const vulkan_device *v, const vulkan_image *frame, VkBuffer staging)
{
    const vulkan_use read = { .access = VK_ACCESS_SHADER_READ_BIT };
    const vulkan_use written = { .access = VK_ACCESS_TRANSFER_WRITE_BIT };
    const VkBufferImageCopy all = {
        .imageSubresource = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1 },
        .imageExtent = { (uint32_t)frame->kind.width, (uint32_t)frame->kind.height, 1 }
    };
    const VkCommandBuffer commands = vulkan_begin(v);
    vulkan_image_barrier(commands, frame, read, written);
    vkCmdCopyBufferToImage(commands, staging, frame->image, VK_IMAGE_LAYOUT_GENERAL, 1, &all);
    vulkan_image_barrier(commands, frame, written, read);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    return commands;
}

VkCommandBuffer record_drawing(const vulkan_sheet *sheet, const vulkan_image *frame,
                               const cl_int corner[2])
{
    const vulkan_use opencl = { .family = VK_QUEUE_FAMILY_EXTERNAL };
    const vulkan_use mine = { .family = sheet->v->family, .access = VK_ACCESS_SHADER_READ_BIT };
    const VkCommandBuffer commands = vulkan_begin(sheet->v);
    if (frame->kind.is_exported) vulkan_image_barrier(commands, frame, opencl, mine);
    sheet_fill(commands, sheet, corner);
    if (frame->kind.is_exported) vulkan_image_barrier(commands, frame, mine, opencl);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    return commands;
}
