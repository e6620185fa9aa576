// SPDX-License-Identifier: MIT
//
// Vulkan's half of a frame: a quarter turn to the right, and a colour for each count.  One
// invocation (Vulkan's work-item) per pixel of the tile.

#version 450
#extension GL_EXT_samplerless_texture_functions : require

layout(set = 0, binding = 0) uniform utexture2D frame;    // what the kernel has painted

layout(std430, set = 0, binding = 1) readonly buffer Palette
{
    uint palette[256];    // 8 bits each for red (the lowest), green, blue, alpha
};

layout(push_constant) uniform Tile
{
    ivec2 corner;    // of the tile, in the sheet
};

layout(location = 0) out vec4 pixel;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) - corner;
    int bottom = textureSize(frame, 0).y - 1;
    uint count = texelFetch(frame, ivec2(at.y, bottom - at.x), 0).r;
    pixel = unpackUnorm4x8(palette[count]);
}
