// SPDX-License-Identifier: MIT
//
// coding - what the kernels of jpeg_huffman_encode.cl know of a file, and what comes before its
// codes.

#ifndef JPEG_HUFFMAN_CODING_H
#define JPEG_HUFFMAN_CODING_H

#include "shared/jpeg_encode/frame.h"

// As in jpeg_huffman_encode.cl.
enum { JPEG_SLOT_WORDS = 54, JPEG_CHUNK = 16 };

typedef struct {
    cl_uint blocks, mcus_x;
    jpeg_planned_block plan[JPEG_MAX_MCU_BLOCKS];
    cl_uint codes[4][256];
} jpeg_coding;

// The blocks of an MCU in the order of the file, and the codes of the frame's Huffman tables.
jpeg_coding jpeg_coding_new(const jpeg_file *frame);

// The codes of a whole file: what is between the markers before them and the one behind.
ocl_blob jpeg_codes_of(const jpeg_file *frame, ocl_blob file);

// The file with these codes; malloc'ed.
ocl_blob jpeg_file_of(const jpeg_file *frame, ocl_blob codes);

#endif
