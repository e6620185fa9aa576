// SPDX-License-Identifier: MIT
//
// The same as vulkan_image.frag, without drawing: a compute shader.  One invocation (Vulkan's
// work-item) per pixel of the tile.

#version 450
#extension GL_EXT_samplerless_texture_functions : require

layout(local_size_x = 16, local_size_y = 16) in;

layout(set = 0, binding = 0) uniform utexture2D frame;    // what the kernel has painted

layout(std430, set = 0, binding = 1) readonly buffer Palette
{
    uint palette[256];    // 8 bits each for red (the lowest), green, blue, alpha
};

layout(set = 0, binding = 2, rgba8) uniform writeonly image2D sheet;

layout(push_constant) uniform Tile
{
    ivec2 corner;    // of the tile, in the sheet
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = textureSize(frame, 0).yx;    // of the tile
    if (at.x >= size.x || at.y >= size.y) return;
    uint count = texelFetch(frame, ivec2(at.y, size.x - 1 - at.x), 0).r;
    imageStore(sheet, corner + at, unpackUnorm4x8(palette[count]));
}
