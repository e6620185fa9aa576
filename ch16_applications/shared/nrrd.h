// SPDX-License-Identifier: MIT
//
// nrrd - a volume from a file: a few lines of text, an empty line, and then its numbers.
//
//     NRRD0004
//     type: uint8
//     dimension: 3
//     sizes: 96 96 96
//     encoding: raw
//
// Other lines are read over.  Programs for scans write such files, 3D Slicer for one.

#ifndef SHARED_NRRD_H
#define SHARED_NRRD_H

#include "ocl.h"

enum { MOST_SIDE = 512 };

// side x side x side bytes, the first size of the file fastest.  False, with the reason, where the
// text is no such file.  Never exits, whatever the text is.
bool nrrd_parse(uint8_t **volume, size_t *side, const unsigned char *text, size_t bytes,
                ocl_message *why);

// Reads the file with this name, as nrrd_parse does.
bool nrrd_load(uint8_t **volume, size_t *side, const char *path, ocl_message *why);

#endif
