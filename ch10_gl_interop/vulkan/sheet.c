// SPDX-License-Identifier: MIT

#include "sheet.h"

#include "functions.h"
#include "pipeline.h"

static const VkFormat SHEET_FORMAT = VK_FORMAT_R8G8B8A8_UNORM;

// The clearing, a triangle, a compute shader.
enum {
    SHEET_WRITES = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                   VK_ACCESS_SHADER_WRITE_BIT
};

// Whose work reads the frame.
static const VkShaderStageFlags STAGES = VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

static const VkImageSubresourceLayers LAYER = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                                .layerCount = 1 };

// --- the sheet

static void create_pass(vulkan_sheet *s)
{
    const VkAttachmentDescription attachment = { .format = SHEET_FORMAT,
                                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                                 .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
                                                 .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                                 .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
                                                 .finalLayout = VK_IMAGE_LAYOUT_GENERAL };
    const VkAttachmentReference first = { .layout = VK_IMAGE_LAYOUT_GENERAL };
    const VkSubpassDescription subpass = { .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                           .colorAttachmentCount = 1,
                                           .pColorAttachments = &first };
    // After the tile before, or after the clearing.
    const VkSubpassDependency after = {
        .srcSubpass = VK_SUBPASS_EXTERNAL,
        .srcStageMask =
            VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT
    };
    const VkRenderPassCreateInfo info = { .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                          .attachmentCount = 1,
                                          .pAttachments = &attachment,
                                          .subpassCount = 1,
                                          .pSubpasses = &subpass,
                                          .dependencyCount = 1,
                                          .pDependencies = &after };
    VULKAN_CHECK(vkCreateRenderPass(s->v->device, &info, NULL, &s->pass));
}

static void create_sheet(vulkan_sheet *s)
{
    const VkPhysicalDeviceLimits *limits = &s->v->properties.limits;
    const vulkan_image_kind kind = { .width = s->kind.width,
                                     .height = s->kind.height,
                                     .format = SHEET_FORMAT,
                                     .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                              VK_IMAGE_USAGE_STORAGE_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_DST_BIT };
    if (kind.width > limits->maxFramebufferWidth || kind.height > limits->maxFramebufferHeight)
        ocl_exit(OCL_EXIT_USAGE,
                 "--size, --frames: a sheet of %zu x %zu pixels; Vulkan's limit is %u x %u",
                 kind.width, kind.height, (unsigned)limits->maxFramebufferWidth,
                 (unsigned)limits->maxFramebufferHeight);
    s->image = vulkan_create_image(s->v, &kind);
    s->pixels = vulkan_buffer_for_host(s->v, 4 * kind.width * kind.height);
    const VkFramebufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                           .renderPass = s->pass,
                                           .attachmentCount = 1,
                                           .pAttachments = &s->image.view,
                                           .width = (uint32_t)kind.width,
                                           .height = (uint32_t)kind.height,
                                           .layers = 1 };
    VULKAN_CHECK(vkCreateFramebuffer(s->v->device, &info, NULL, &s->framebuffer));
}

static void record_clear(vulkan_sheet *s)
{
    const vulkan_use nobody = { .is_new = true };
    const vulkan_use cleared = { .access = VK_ACCESS_TRANSFER_WRITE_BIT };
    const VkClearColorValue empty = { .float32 = { 1, 1, 1, 1 } };
    const VkImageSubresourceRange whole = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                            .levelCount = 1,
                                            .layerCount = 1 };
    s->clear = vulkan_begin(s->v);
    vulkan_image_barrier(s->clear, &s->image, nobody, cleared);
    vkCmdClearColorImage(s->clear, s->image.image, VK_IMAGE_LAYOUT_GENERAL, &empty, 1, &whole);
    VULKAN_CHECK(vkEndCommandBuffer(s->clear));
}

static void record_read(vulkan_sheet *s)
{
    const vulkan_use drawn = { .access = SHEET_WRITES };
    const vulkan_use copied = { .access = VK_ACCESS_TRANSFER_READ_BIT };
    const VkBufferImageCopy all = { .imageSubresource = LAYER,
                                    .imageExtent = { (uint32_t)s->kind.width,
                                                     (uint32_t)s->kind.height, 1 } };
    const VkMemoryBarrier to_host = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_HOST_READ_BIT };
    s->read = vulkan_begin(s->v);
    vulkan_image_barrier(s->read, &s->image, drawn, copied);
    vkCmdCopyImageToBuffer(s->read, s->image.image, VK_IMAGE_LAYOUT_GENERAL, s->pixels.buffer, 1,
                           &all);
    vkCmdPipelineBarrier(s->read, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &to_host, 0, NULL, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(s->read));
}

void sheet_clear(const vulkan_sheet *s)
{
    vulkan_run(s->v, s->clear);
}

ocl_picture sheet_read(const vulkan_sheet *s)
{
    vulkan_run(s->v, s->read);
    return (ocl_picture){ (uint32_t)s->kind.width, (uint32_t)s->kind.height, s->pixels.host };
}

// --- what the shaders use: the frame, the palette, and the sheet where no triangle is drawn

enum { FRAME, PALETTE, SHEET, BINDINGS };

static void create_set(vulkan_sheet *s)
{
    const VkDescriptorType types[] = { VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       VK_DESCRIPTOR_TYPE_STORAGE_IMAGE };
    VkDescriptorSetLayoutBinding bindings[BINDINGS];
    VkDescriptorPoolSize sizes[BINDINGS];
    for (uint32_t k = 0; k < BINDINGS; k++) {
        bindings[k] = (VkDescriptorSetLayoutBinding){
            .binding = k, .descriptorType = types[k], .descriptorCount = 1, .stageFlags = STAGES
        };
        sizes[k] = (VkDescriptorPoolSize){ types[k], 1 };
    }
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = BINDINGS,
        .pBindings = bindings
    };
    VULKAN_CHECK(vkCreateDescriptorSetLayout(s->v->device, &layout, NULL, &s->set_layout));
    const VkDescriptorPoolCreateInfo pool = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 1,
                                              .poolSizeCount = BINDINGS,
                                              .pPoolSizes = sizes };
    VULKAN_CHECK(vkCreateDescriptorPool(s->v->device, &pool, NULL, &s->pool));
    const VkDescriptorSetAllocateInfo set = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = s->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &s->set_layout };
    VULKAN_CHECK(vkAllocateDescriptorSets(s->v->device, &set, &s->set));
}

static void set_image(const vulkan_sheet *s, uint32_t binding, VkDescriptorType type,
                      VkImageView view)
{
    const VkDescriptorImageInfo image = { .imageView = view,
                                          .imageLayout = VK_IMAGE_LAYOUT_GENERAL };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = s->set,
                                         .dstBinding = binding,
                                         .descriptorCount = 1,
                                         .descriptorType = type,
                                         .pImageInfo = &image };
    vkUpdateDescriptorSets(s->v->device, 1, &write, 0, NULL);
}

// In memory of the device: each pixel of each frame reads it.
static void create_palette(vulkan_sheet *s)
{
    s->palette = vulkan_buffer_on_device(s->v, s->kind.color_bytes);
    const VkMemoryBarrier to_shader = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT };
    const VkCommandBuffer fill = vulkan_begin(s->v);
    vkCmdUpdateBuffer(fill, s->palette.buffer, 0, s->kind.color_bytes, s->kind.colors);
    vkCmdPipelineBarrier(fill, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         0, 1, &to_shader, 0, NULL, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(fill));
    vulkan_run(s->v, fill);
    const VkDescriptorBufferInfo whole = { .buffer = s->palette.buffer, .range = VK_WHOLE_SIZE };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = s->set,
                                         .dstBinding = PALETTE,
                                         .descriptorCount = 1,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                         .pBufferInfo = &whole };
    vkUpdateDescriptorSets(s->v->device, 1, &write, 0, NULL);
}

void sheet_set_frame(const vulkan_sheet *s, const vulkan_image *frame)
{
    set_image(s, FRAME, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, frame->view);
}

// --- the pipeline

static void create_layout(vulkan_sheet *s)
{
    const VkPushConstantRange corner = { .stageFlags = STAGES, .size = 2 * sizeof(cl_int) };
    const VkPipelineLayoutCreateInfo layout = { .sType =
                                                    VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = &s->set_layout,
                                                .pushConstantRangeCount = 1,
                                                .pPushConstantRanges = &corner };
    VULKAN_CHECK(vkCreatePipelineLayout(s->v->device, &layout, NULL, &s->layout));
}

vulkan_sheet sheet_open(const vulkan_device *v, const sheet_kind *kind)
{
    vulkan_sheet s = { .v = v, .kind = *kind };
    create_pass(&s);
    create_sheet(&s);
    record_clear(&s);
    record_read(&s);
    create_set(&s);
    set_image(&s, SHEET, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, s.image.view);
    create_palette(&s);
    create_layout(&s);
    s.pipeline = kind->computes ? create_computing(v, &kind->compute, s.layout)
                                : create_drawing(v, (spirv[]){ kind->vertex, kind->fragment },
                                                 s.layout, s.pass);
    return s;
}

void sheet_close(vulkan_sheet *s)
{
    vkDestroyPipeline(s->v->device, s->pipeline, NULL);
    vkDestroyPipelineLayout(s->v->device, s->layout, NULL);
    vkDestroyDescriptorPool(s->v->device, s->pool, NULL);
    vkDestroyDescriptorSetLayout(s->v->device, s->set_layout, NULL);
    vulkan_release_buffer(s->v, &s->palette);
    vkDestroyFramebuffer(s->v->device, s->framebuffer, NULL);
    vulkan_release_buffer(s->v, &s->pixels);
    vulkan_release_image(s->v, &s->image);
    vkDestroyRenderPass(s->v->device, s->pass, NULL);
}

// --- one tile

enum { SHADER_GROUP = 16 };    // local_size_x and local_size_y of the compute shader

static void draw_tile(VkCommandBuffer commands, const vulkan_sheet *s, const cl_int corner[2])
{
    const VkExtent2D extent = { (uint32_t)s->kind.tile_width, (uint32_t)s->kind.tile_height };
    const VkRect2D tile = { { corner[0], corner[1] }, extent };
    const VkViewport viewport = { .x = (float)corner[0],
                                  .y = (float)corner[1],
                                  .width = (float)extent.width,
                                  .height = (float)extent.height,
                                  .maxDepth = 1 };
    const VkRenderPassBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                          .renderPass = s->pass,
                                          .framebuffer = s->framebuffer,
                                          .renderArea = tile };
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &tile);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRenderPass(commands);
}

// After the tile before, or after the clearing.
static void compute_tile(VkCommandBuffer commands, const vulkan_sheet *s)
{
    const vulkan_use before = { .access = SHEET_WRITES };
    const vulkan_use now = { .access = VK_ACCESS_SHADER_WRITE_BIT };
    vulkan_image_barrier(commands, &s->image, before, now);
    vkCmdDispatch(commands, (uint32_t)ocl_divide_up(s->kind.tile_width, SHADER_GROUP),
                  (uint32_t)ocl_divide_up(s->kind.tile_height, SHADER_GROUP), 1);
}

void sheet_fill(VkCommandBuffer commands, const vulkan_sheet *s, const cl_int corner[2])
{
    const VkPipelineBindPoint work =
        s->kind.computes ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
    vkCmdBindPipeline(commands, work, s->pipeline);
    vkCmdBindDescriptorSets(commands, work, s->layout, 0, 1, &s->set, 0, NULL);
    vkCmdPushConstants(commands, s->layout, STAGES, 0, 2 * sizeof *corner, corner);
    if (s->kind.computes)
        compute_tile(commands, s);
    else
        draw_tile(commands, s, corner);
}
