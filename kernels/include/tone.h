// SPDX-License-Identifier: MIT
//
// What compile_link_library_tone.cl defines, which becomes a library: other colours for a picture.

#ifndef TONE_H
#define TONE_H

// More contrast: v becomes v * v * (3 - 2 * v), for red, green and blue.  Alpha stays.
float4 tone_contrast(float4 colour);

// v becomes 1 - v, for red, green and blue.  Alpha stays.
float4 tone_negative(float4 colour);

#endif
