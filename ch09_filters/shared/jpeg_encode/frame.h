// SPDX-License-Identifier: MIT
//
// frame - what a JPEG file will say of a picture, before anything of it is coded.

#ifndef JPEG_FRAME_H
#define JPEG_FRAME_H

#include "shared/jpeg/jpeg.h"

enum { JPEG_MAX_SIDE = 65535 };    // of a picture: 16 bits of the file

// How many samples of Cb and Cr there are: for 2 x 2 pixels one, for 2 x 1 one, one per pixel,
// none.
typedef enum { JPEG_420, JPEG_422, JPEG_444, JPEG_GREY_ONLY } jpeg_sampling;
extern const char *const JPEG_SAMPLINGS[];    // "420", ...; ended by NULL

typedef struct {
    size_t sampling;    // jpeg_sampling
    size_t quality;     // 1 to 100
    size_t restart;     // MCUs per restart interval, up to 65535; 0: no intervals
    bool optimise;      // Huffman tables made for this picture
} jpeg_encoding;

// The frame: one scan of all components, with the standard's Huffman tables.  Its tables are
// huffman[2 * kind + ac].  The sides are 1 to JPEG_MAX_SIDE.  Nothing in it has to be freed.
jpeg_file jpeg_frame(uint32_t width, uint32_t height, const jpeg_encoding *encoding);

#endif
