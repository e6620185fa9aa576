// SPDX-License-Identifier: MIT
//
// pair - what was drawn and what the kernel saw, side by side in one file.

#ifndef GL_RENDERBUFFER_PAIR_H
#define GL_RENDERBUFFER_PAIR_H

#include <stddef.h>
#include <stdint.h>

// Both have rows from the bottom: four bytes per pixel, one byte per pixel.
void pair_write(const char *path, const size_t extents[2], const uint8_t *rgba,
                const uint8_t *edges);

#endif
