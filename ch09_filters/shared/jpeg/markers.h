// SPDX-License-Identifier: MIT
//
// markers - reads the markers of a JPEG file, and finds its entropy-coded data.

#ifndef JPEG_MARKERS_H
#define JPEG_MARKERS_H

#include "jpeg.h"

// Reads everything of a file but the entropy-coded data itself, which it finds and copies.  False,
// with a message that says what is wrong and at which byte, when nothing can be decoded, or when
// the file is of a kind that is not known ("not supported: progressive"), or when a large picture
// has data for a part of its blocks only.  Other damage behind the first scan's header is a
// warning.  The memory that it takes grows with the size of the file, not with that of the picture.
// After true, free it with jpeg_free; `bytes` are not needed any longer.
bool jpeg_read(const uint8_t *bytes, size_t n, jpeg_file *file, ocl_message *why);

#endif
