// SPDX-License-Identifier: MIT
//
// What compile_link_tone.cl defines, a library: the colour that a picture shows for a colour.

#ifndef TONE_H
#define TONE_H

// Darker shadows, brighter lights: s(v) = v * v * (3 - 2 * v) of red, green and blue.
float4 tone_contrast(float4 colour);

// White for black.
float4 tone_negative(float4 colour);

#endif
