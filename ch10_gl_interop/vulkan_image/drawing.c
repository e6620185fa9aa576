// SPDX-License-Identifier: MIT

#include "drawing.h"

static const VkFormat SHEET_FORMAT = VK_FORMAT_R8G8B8A8_UNORM,
                      FRAME_FORMAT = VK_FORMAT_R8G8B8A8_UINT;

static const VkImageSubresourceLayers LAYER = { .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                                .layerCount = 1 };

void drawing_require_one_llvm(const vulkan_device *v, cl_device_id device)
{
    if (ocl_known_platform(device) == OCL_OCLGRIND && strstr(v->properties.deviceName, "llvmpipe"))
        ocl_exit(OCL_EXIT_SKIP, "Oclgrind and llvmpipe cannot work in one process");
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
    const vulkan_use drawn = { .access = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                                         VK_ACCESS_TRANSFER_WRITE_BIT };
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
    vulkan_submit(d->v, d->clear, VK_NULL_HANDLE, VK_NULL_HANDLE);
}

void drawing_read(const drawing *d)
{
    vulkan_submit(d->v, d->read, VK_NULL_HANDLE, VK_NULL_HANDLE);
}

ocl_picture drawing_sheet(const drawing *d)
{
    return (ocl_picture){ (uint32_t)d->sheet.kind.width, (uint32_t)d->sheet.kind.height,
                          d->pixels.host };
}

// --- what the fragment shader reads: binding 0 is the frame, binding 1 the palette

static void create_set(drawing *d)
{
    const VkDescriptorType types[] = { VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER };
    VkDescriptorSetLayoutBinding bindings[2];
    VkDescriptorPoolSize sizes[2];
    for (uint32_t k = 0; k < 2; k++) {
        bindings[k] = (VkDescriptorSetLayoutBinding){ .binding = k,
                                                      .descriptorType = types[k],
                                                      .descriptorCount = 1,
                                                      .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT };
        sizes[k] = (VkDescriptorPoolSize){ types[k], 1 };
    }
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 2,
        .pBindings = bindings
    };
    VULKAN_CHECK(vkCreateDescriptorSetLayout(d->v->device, &layout, NULL, &d->set_layout));
    const VkDescriptorPoolCreateInfo pool = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 1,
                                              .poolSizeCount = 2,
                                              .pPoolSizes = sizes };
    VULKAN_CHECK(vkCreateDescriptorPool(d->v->device, &pool, NULL, &d->pool));
    const VkDescriptorSetAllocateInfo set = { .sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = d->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &d->set_layout };
    VULKAN_CHECK(vkAllocateDescriptorSets(d->v->device, &set, &d->set));
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
    vkCmdPipelineBarrier(fill, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, 0, 1, &to_shader, 0, NULL, 0, NULL);
    VULKAN_CHECK(vkEndCommandBuffer(fill));
    vulkan_submit(d->v, fill, VK_NULL_HANDLE, VK_NULL_HANDLE);
    const VkDescriptorBufferInfo whole = { .buffer = d->palette.buffer, .range = VK_WHOLE_SIZE };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = d->set,
                                         .dstBinding = 1,
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
    const VkDescriptorImageInfo image = { .imageView = frame.view,
                                          .imageLayout = VK_IMAGE_LAYOUT_GENERAL };
    const VkWriteDescriptorSet write = { .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = d->set,
                                         .descriptorCount = 1,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                         .pImageInfo = &image };
    vkUpdateDescriptorSets(d->v->device, 1, &write, 0, NULL);

    // From no layout to VK_IMAGE_LAYOUT_GENERAL, and from here to the other API.
    const uint32_t mine = d->v->family;
    const VkCommandBuffer first = vulkan_begin(d->v);
    vulkan_image_barrier(first, &frame, (vulkan_use){ .family = mine, .is_new = true },
                         (vulkan_use){ .family = mine });
    if (is_exported)
        vulkan_image_barrier(first, &frame, (vulkan_use){ .family = mine },
                             (vulkan_use){ .family = VK_QUEUE_FAMILY_EXTERNAL });
    VULKAN_CHECK(vkEndCommandBuffer(first));
    vulkan_submit(d->v, first, VK_NULL_HANDLE, VK_NULL_HANDLE);
    return frame;
}

// --- the pipeline

static VkShaderModule build(const vulkan_device *v, spirv code)
{
    const VkShaderModuleCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .codeSize = code.bytes,
                                            .pCode = code.words };
    VkShaderModule module;
    VULKAN_CHECK(vkCreateShaderModule(v->device, &info, NULL, &module));
    return module;
}

static VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which, VkShaderModule module)
{
    return (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = which,
        .module = module,
        .pName = "main"
    };
}

// Vulkan wants each of these: no vertex arrays, triangles, one viewport, all pixels inside, one
// sample, no blending.  Viewport and scissor change from tile to tile.
static void create_pipeline(drawing *d, VkShaderModule vertex, VkShaderModule fragment)
{
    const VkPipelineShaderStageCreateInfo stages[] = {
        stage(VK_SHADER_STAGE_VERTEX_BIT, vertex), stage(VK_SHADER_STAGE_FRAGMENT_BIT, fragment)
    };
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
    };
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1
    };
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1
    };
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT
    };
    const VkPipelineColorBlendAttachmentState replace = {
        .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                          VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &replace
    };
    const VkDynamicState changing[] = { VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR };
    const VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = 2,
        .pDynamicStates = changing
    };
    const VkGraphicsPipelineCreateInfo info = { .sType =
                                                    VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                                .stageCount = 2,
                                                .pStages = stages,
                                                .pVertexInputState = &input,
                                                .pInputAssemblyState = &assembly,
                                                .pViewportState = &viewport,
                                                .pRasterizationState = &raster,
                                                .pMultisampleState = &samples,
                                                .pColorBlendState = &blend,
                                                .pDynamicState = &dynamic,
                                                .layout = d->layout,
                                                .renderPass = d->pass };
    VULKAN_CHECK(
        vkCreateGraphicsPipelines(d->v->device, VK_NULL_HANDLE, 1, &info, NULL, &d->pipeline));
}

static void create_layout(drawing *d)
{
    const VkPushConstantRange corner = { .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT,
                                         .size = 2 * sizeof(cl_int) };
    const VkPipelineLayoutCreateInfo layout = { .sType =
                                                    VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = &d->set_layout,
                                                .pushConstantRangeCount = 1,
                                                .pPushConstantRanges = &corner };
    VULKAN_CHECK(vkCreatePipelineLayout(d->v->device, &layout, NULL, &d->layout));
}

drawing drawing_open(const vulkan_device *v, const film *f, spirv vertex, spirv fragment)
{
    drawing d = { .v = v, .f = *f };
    const VkShaderModule modules[] = { build(v, vertex), build(v, fragment) };
    create_pass(&d);
    create_sheet(&d);
    record_clear(&d);
    record_read(&d);
    create_set(&d);
    create_palette(&d);
    create_layout(&d);
    create_pipeline(&d, modules[0], modules[1]);
    for (int k = 0; k < 2; k++)
        vkDestroyShaderModule(v->device, modules[k], NULL);
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

static void draw_tile(VkCommandBuffer commands, const drawing *d, size_t k)
{
    cl_int corner[2];
    tile_corner(corner, &d->f, k);
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
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d->layout, 0, 1, &d->set, 0,
                            NULL);
    vkCmdPushConstants(commands, d->layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof corner, corner);
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &tile);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRenderPass(commands);
}

VkCommandBuffer drawing_record(const drawing *d, const vulkan_image *frame, size_t k)
{
    const vulkan_use other = { .family = VK_QUEUE_FAMILY_EXTERNAL };
    const vulkan_use mine = { .family = d->v->family, .access = VK_ACCESS_SHADER_READ_BIT };
    const VkCommandBuffer commands = vulkan_begin(d->v);
    if (frame->kind.is_exported) vulkan_image_barrier(commands, frame, other, mine);
    draw_tile(commands, d, k);
    if (frame->kind.is_exported) vulkan_image_barrier(commands, frame, mine, other);
    VULKAN_CHECK(vkEndCommandBuffer(commands));
    return commands;
}
