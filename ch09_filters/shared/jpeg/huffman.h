// SPDX-License-Identifier: MIT
//
// huffman - the Huffman tables of a JPEG file.

#ifndef JPEG_HUFFMAN_H
#define JPEG_HUFFMAN_H

#include "jpeg.h"

// Makes the table of which `counts` and `symbols` are set ready for use (C.2).  False when there
// are more codes of a length than that length has room for.
bool jpeg_huffman_derive(jpeg_huffman *table);

#endif
