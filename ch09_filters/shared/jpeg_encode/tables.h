// SPDX-License-Identifier: MIT
//
// tables - the tables of a JPEG file: the standard's examples, scaled or made to measure.

#ifndef JPEG_TABLES_H
#define JPEG_TABLES_H

#include "shared/jpeg/jpeg.h"

// What a table is for: brightness, or colour.
typedef enum { JPEG_LUMA, JPEG_CHROMA } jpeg_kind;

// The quantisation steps of Annex K.1 in natural order, scaled for a quality of 1 to 100 as
// libjpeg's jpeg_set_quality does: 50 leaves them as they are, 100 makes all of them 1.  They stay
// within 1 to 255, what a baseline file can have.
void jpeg_scaled_steps(uint16_t steps[JPEG_BLOCK], jpeg_kind kind, unsigned quality);

// The Huffman table of Annex K.3.  Only counts and symbols are set.
void jpeg_standard_huffman(jpeg_huffman *table, jpeg_kind kind, bool ac);

// The best table for data in which symbol s occurs counts[s] times, at least one symbol at all, and
// all of them together less than 2^31 times (K.2).  Symbols that do not occur have no code.  Only
// counts and symbols are set.
void jpeg_optimal_huffman(jpeg_huffman *table, const uint32_t counts[256]);

#endif
