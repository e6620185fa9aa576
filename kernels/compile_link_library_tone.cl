// SPDX-License-Identifier: MIT
//
// The library of compile_link_library: other programs call the functions that they need.

#include "tone.h"

float4 tone_contrast(float4 colour)
{
    float4 toned = colour * colour * (3.0f - 2.0f * colour);
    return (float4)(toned.xyz, colour.w);
}

float4 tone_negative(float4 colour)
{
    return (float4)(1.0f - colour.xyz, colour.w);
}
