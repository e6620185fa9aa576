// SPDX-License-Identifier: MIT
//
// relief - the kernel of gl_texture in plain C.

#ifndef GL_TEXTURE_RELIEF_H
#define GL_TEXTURE_RELIEF_H

#include "ocl.h"

// Left of `line` the relief of the picture, the picture elsewhere: its channels from 0 to 255, not
// rounded.
void relief_ref(float *ref, const ocl_picture *in, size_t line);

// Whether these bytes, a texture's content, are the relief.  Errors are in levels: a driver may be
// 0.6 off where it makes bytes of floats.
ocl_result relief_verify(const uint8_t *texels, const float *ref, ocl_grid size);

#endif
