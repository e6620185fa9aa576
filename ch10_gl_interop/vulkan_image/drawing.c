// SPDX-License-Identifier: MIT

#include "drawing.h"

#include "vulkan/pipeline.h"
#include "vulkan_image_comp.h"    // kernels/vulkan_image.comp, compiled
#include "vulkan_image_frag.h"    // the same of vulkan_image.frag
#include "vulkan_image_vert.h"    // ... and of vulkan_image.vert

static const VkFormat SHEET_FORMAT = VK_FORMAT_R8G8B8A8_UNORM,
                      FRAME_FORMAT = VK_FORMAT_R8G8B8A8_UINT;

// The clearing, a triangle, a compute shader.
enum {
    SHEET_WRITES = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                   VK_ACCESS_SHADER_WRITE_BIT
};

// Whose work reads the frame.
static const VkShaderStageFlags STAGES = VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

static const VkImageSubresourceLayers LAYER = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                                .layerCount = 1 };

void drawing_require_one_llvm(const vulkan_device *v, cl_device_id device)
{
    const char *fault = ocl_known_fault(device, "llvmpipe in one process");
    if (fault && strstr(v->properties.deviceName, "llvmpipe"))
        ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
}

static void run_now(const drawing *d, VkCommandBuffer commands)
{
    vulkan_submit(d->v, commands, VK_NULL_HANDLE, VK_NULL_HANDLE);
    vulkan_finish(d->v);
}

// --- the sheet

static void create_pass(drawing *d)
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
    VULKAN_CHECK(vkCreateRenderPass(d->v->device, &info, NULL, &d->pass));
}

static void create_sheet(drawing *d)
{
    const VkPhysicalDeviceLimits *limits = &d->v->properties.limits;
    const vulkan_image_kind kind = { .width = d->f.columns * d->f.height,
                                     .height = d->f.rows * d->f.width,
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
    d->sheet = vulkan_create_image(d->v, &kind);
    d->pixels = vulkan_buffer_for_host(d->v, 4 * kind.width * kind.height);
    const VkFramebufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                           .renderPass = d->pass,
                                           .attachmentCount = 1,
                                           .pAttachments = &d->sheet.view,
                                           .width = (uint32_t)kind.width,
                                           .height = (uint32_t)kind.height,
                                           .layers = 1 };
    VULKAN_CHECK(vkCreateFramebuffer(d->v->device, &info, NULL, &d->framebuffer));
}

static void record_clear(drawing *d)
{
    const vulkan_use nobody = { .is_new = true };
    const vulkan_use cleared = { .access = VK_ACCESS_TRANSFER_WRITE_BIT };
    const VkClearColorValue empty = { .float32 = { EMPTY[0] / 255.0f, EMPTY[1] / 255.0f,
                                                   EMPTY[2] / 255.0f, EMPTY[3] / 255.0f } };
    const VkImageSubresourceRange whole = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                            .levelCount = 1,
                                            .layerCount = 1 };
    d->clear = vulkan_begin(d->v);
    vulkan_image_barrier(d->clear, &d->sheet, nobody, cleared);
    vkCmdClearColorImage(d->clear, d->sheet.image, VK_IMAGE_LAYOUT_GENERAL, &empty, 1, &whole);
    VULKAN_CHECK(vkEndCommandBuffer(d->clear));
}

static void record_read(drawing *d)
{
    const vulkan_use drawn = { .access = SHEET_WRITES };
    const vulkan_use copied = { .access = VK_ACCESS_TRANSFER_READ_BIT };
    const VkBufferImageCopy all = { .imageSubresource = LAYER,
                                    .imageExtent = { (uint32_t)d->sheet.kind.width,
                                                     (uint32_t)d->sheet.kind.height, 1 } };
    const VkMemoryBarrier to_host = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_HOST_READ_BIT };
    d->read = vulkan_begin(d->v);
    vulkan_image_barrier(d->read, &d->sheet, drawn, copied);
    vkCmdCopyImageToBuffer(d->read, d->sheet.image, VK_IMAGE_LAYOUT_GENERAL, d->pixels.buffer, 1,
                           &all);
    vkCmdPipelineBarrier(d->read, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &to_host, 0, NULL, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(d->read));
}

void drawing_clear(const drawing *d)
{
    run_now(d, d->clear);
}

bool drawing_show(const drawing *d, screen *window, size_t k)
{
    cl_int corner[2];
    tile_corner(corner, &d->f, k);
    return screen_show(window, &d->sheet, corner);
}

void drawing_read(const drawing *d)
{
    run_now(d, d->read);
}

ocl_picture drawing_sheet(const drawing *d)
{
    return (ocl_picture){ (uint32_t)d->sheet.kind.width, (uint32_t)d->sheet.kind.height,
                          d->pixels.host };
}

ocl_result drawing_verify(const drawing *d, const char *what, const ocl_picture *ref)
{
    drawing_read(d);
    const ocl_picture sheet = drawing_sheet(d);
    return ocl_verify_picture(what, &sheet, ref, 0);
}

// --- what the shaders use: the frame, the palette, and the sheet where no triangle is drawn

enum { FRAME, PALETTE, SHEET, BINDINGS };

static void create_set(drawing *d)
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
    VULKAN_CHECK(vkCreateDescriptorSetLayout(d->v->device, &layout, NULL, &d->set_layout));
    const VkDescriptorPoolCreateInfo pool = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 1,
                                              .poolSizeCount = BINDINGS,
                                              .pPoolSizes = sizes };
    VULKAN_CHECK(vkCreateDescriptorPool(d->v->device, &pool, NULL, &d->pool));
    const VkDescriptorSetAllocateInfo set = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = d->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &d->set_layout };
    VULKAN_CHECK(vkAllocateDescriptorSets(d->v->device, &set, &d->set));
}

static void set_image(const drawing *d, uint32_t binding, VkDescriptorType type, VkImageView view)
{
    const VkDescriptorImageInfo image = { .imageView = view,
                                          .imageLayout = VK_IMAGE_LAYOUT_GENERAL };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = d->set,
                                         .dstBinding = binding,
                                         .descriptorCount = 1,
                                         .descriptorType = type,
                                         .pImageInfo = &image };
    vkUpdateDescriptorSets(d->v->device, 1, &write, 0, NULL);
}

// In memory of the device: each pixel of each frame reads it.
static void create_palette(drawing *d)
{
    uint8_t colors[LIMIT + 1][4];
    make_palette(colors);
    d->palette = vulkan_buffer_on_device(d->v, sizeof colors);
    const VkMemoryBarrier to_shader = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT };
    const VkCommandBuffer fill = vulkan_begin(d->v);
    vkCmdUpdateBuffer(fill, d->palette.buffer, 0, sizeof colors, colors);
    vkCmdPipelineBarrier(fill, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         0, 1, &to_shader, 0, NULL, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(fill));
    run_now(d, fill);
    const VkDescriptorBufferInfo whole = { .buffer = d->palette.buffer, .range = VK_WHOLE_SIZE };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = d->set,
                                         .dstBinding = PALETTE,
                                         .descriptorCount = 1,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                         .pBufferInfo = &whole };
    vkUpdateDescriptorSets(d->v->device, 1, &write, 0, NULL);
}

vulkan_image drawing_frame(const drawing *d, bool is_exported, bool is_linear)
{
    const vulkan_image_kind kind = { .width = d->f.width,
                                     .height = d->f.height,
                                     .format = FRAME_FORMAT,
                                     .usage = VK_IMAGE_USAGE_SAMPLED_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                     .is_exported = is_exported,
                                     .is_linear = is_linear };
    const vulkan_image frame = vulkan_create_image(d->v, &kind);
    set_image(d, FRAME, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, frame.view);

    // From no layout to VK_IMAGE_LAYOUT_GENERAL, and from here to the other API.
    const uint32_t mine = d->v->family;
    const VkCommandBuffer first = vulkan_begin(d->v);
    vulkan_image_barrier(first, &frame, (vulkan_use){ .family = mine, .is_new = true },
                         (vulkan_use){ .family = mine });
    if (is_exported)
        vulkan_image_barrier(first, &frame, (vulkan_use){ .family = mine },
                             (vulkan_use){ .family = VK_QUEUE_FAMILY_EXTERNAL });
    VULKAN_CHECK(vkEndCommandBuffer(first));
    run_now(d, first);
    return frame;
}

// --- the pipeline

static void create_layout(drawing *d)
{
    const VkPushConstantRange corner = { .stageFlags = STAGES, .size = 2 * sizeof(cl_int) };
    const VkPipelineLayoutCreateInfo layout = { .sType =
                                                    VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = &d->set_layout,
                                                .pushConstantRangeCount = 1,
                                                .pPushConstantRanges = &corner };
    VULKAN_CHECK(vkCreatePipelineLayout(d->v->device, &layout, NULL, &d->layout));
}

drawing drawing_open(const vulkan_device *v, const film *f, bool computes)
{
    const shaders s = { .vertex = { vulkan_image_vert, sizeof vulkan_image_vert },
                        .fragment = { vulkan_image_frag, sizeof vulkan_image_frag },
                        .compute = { vulkan_image_comp, sizeof vulkan_image_comp } };
    drawing d = { .v = v, .f = *f, .computes = computes };
    create_pass(&d);
    create_sheet(&d);
    record_clear(&d);
    record_read(&d);
    create_set(&d);
    set_image(&d, SHEET, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, d.sheet.view);
    create_palette(&d);
    create_layout(&d);
    d.pipeline =
        d.computes ? create_computing(v, &s, d.layout) : create_drawing(v, &s, d.layout, d.pass);
    return d;
}

void drawing_close(drawing *d)
{
    vkDestroyPipeline(d->v->device, d->pipeline, NULL);
    vkDestroyPipelineLayout(d->v->device, d->layout, NULL);
    vkDestroyDescriptorPool(d->v->device, d->pool, NULL);
    vkDestroyDescriptorSetLayout(d->v->device, d->set_layout, NULL);
    vulkan_release_buffer(d->v, &d->palette);
    vkDestroyFramebuffer(d->v->device, d->framebuffer, NULL);
    vulkan_release_buffer(d->v, &d->pixels);
    vulkan_release_image(d->v, &d->sheet);
    vkDestroyRenderPass(d->v->device, d->pass, NULL);
}

// --- one frame

enum { SHADER_GROUP = 16 };    // local_size_x and local_size_y of vulkan_image.comp

VkCommandBuffer drawing_upload(const drawing *d, const vulkan_image *frame, VkBuffer staging)
{
    const vulkan_use read = { .access = VK_ACCESS_SHADER_READ_BIT };
    const vulkan_use written = { .access = VK_ACCESS_TRANSFER_WRITE_BIT };
    const VkBufferImageCopy all = { .imageSubresource = LAYER,
                                    .imageExtent = { (uint32_t)frame->kind.width,
                                                     (uint32_t)frame->kind.height, 1 } };
    const VkCommandBuffer commands = vulkan_begin(d->v);
    vulkan_image_barrier(commands, frame, read, written);
    vkCmdCopyBufferToImage(commands, staging, frame->image, VK_IMAGE_LAYOUT_GENERAL, 1, &all);
    vulkan_image_barrier(commands, frame, written, read);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    return commands;
}

static void draw_tile(VkCommandBuffer commands, const drawing *d, const cl_int corner[2])
{
    const VkExtent2D extent = { (uint32_t)d->f.height, (uint32_t)d->f.width };
    const VkRect2D tile = { { corner[0], corner[1] }, extent };
    const VkViewport viewport = { .x = (float)corner[0],
                                  .y = (float)corner[1],
                                  .width = (float)extent.width,
                                  .height = (float)extent.height,
                                  .maxDepth = 1 };
    const VkRenderPassBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                          .renderPass = d->pass,
                                          .framebuffer = d->framebuffer,
                                          .renderArea = tile };
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &tile);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRenderPass(commands);
}

// After the tile before, or after the clearing.
static void compute_tile(VkCommandBuffer commands, const drawing *d)
{
    const vulkan_use before = { .access = SHEET_WRITES };
    const vulkan_use now = { .access = VK_ACCESS_SHADER_WRITE_BIT };
    vulkan_image_barrier(commands, &d->sheet, before, now);
    vkCmdDispatch(commands, (uint32_t)ocl_divide_up(d->f.height, SHADER_GROUP),
                  (uint32_t)ocl_divide_up(d->f.width, SHADER_GROUP), 1);
}

static void fill_tile(VkCommandBuffer commands, const drawing *d, size_t k)
{
    const VkPipelineBindPoint work =
        d->computes ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
    cl_int corner[2];
    tile_corner(corner, &d->f, k);
    vkCmdBindPipeline(commands, work, d->pipeline);
    vkCmdBindDescriptorSets(commands, work, d->layout, 0, 1, &d->set, 0, NULL);
    vkCmdPushConstants(commands, d->layout, STAGES, 0, sizeof corner, corner);
    if (d->computes)
        compute_tile(commands, d);
    else
        draw_tile(commands, d, corner);
}

VkCommandBuffer drawing_record(const drawing *d, const vulkan_image *frame, size_t k)
{
    const vulkan_use other = { .family = VK_QUEUE_FAMILY_EXTERNAL };
    const vulkan_use mine = { .family = d->v->family, .access = VK_ACCESS_SHADER_READ_BIT };
    const VkCommandBuffer commands = vulkan_begin(d->v);
    if (frame->kind.is_exported) vulkan_image_barrier(commands, frame, other, mine);
    fill_tile(commands, d, k);
    if (frame->kind.is_exported) vulkan_image_barrier(commands, frame, mine, other);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    return commands;
}
