// SPDX-License-Identifier: MIT
//
// Vulkan's turn: the numbers in the opposite order.  One invocation (Vulkan's work-item) per pair.

#version 450

layout(local_size_x = 128) in;

layout(std430, set = 0, binding = 0) buffer Numbers
{
    uint x[];
};

layout(push_constant) uniform Size
{
    uint n;
};

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= n / 2) return;
    uint first = x[i];
    x[i] = x[n - 1 - i];
    x[n - 1 - i] = first;
}
