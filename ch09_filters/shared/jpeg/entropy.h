// SPDX-License-Identifier: MIT
//
// entropy - Huffman decoding on the host: from a file's data to the coefficients of its blocks.
//
// The rules for damaged data, which a decoder on a device must follow, too:
//   - Bits that begin no code count as symbol 0: 16 bits are taken.
//   - A coefficient behind the 63rd is dropped, and the block ends.  A symbol of an AC table with
//     size 0 ends the block, except 0xf0 (16 zeros).
//   - A DC coefficient is the sum of the differences, modulo 2^16, as short.
//   - An MCU counts only when all of its bits are there.  Otherwise this MCU and all further ones
//     of its segment have coefficients of 0.  So have MCUs that are in no segment.
//   - Bits behind the last MCU of a segment are left alone.

#ifndef JPEG_ENTROPY_H
#define JPEG_ENTROPY_H

#include "jpeg.h"

// Decodes all scans.  `coefficients` is JPEG_BLOCK * file->blocks values, in natural order within a
// block; every one of them is written.  Damage adds warnings to the file.
bool jpeg_decode_coefficients(jpeg_file *file, int16_t *coefficients, ocl_message *why);

// Decodes in bands of MCU rows, so that a device can work on the rows that are complete:
//     jpeg_decoder *decoder = jpeg_decoder_open(&file, coefficients, &why);
//     for (uint32_t rows = 0; rows < file.mcus_y;) rows = jpeg_decoder_rows(decoder, rows + band);
//     jpeg_decoder_close(decoder);
// The decoder belongs to the caller; file and coefficients must outlive it.  NULL, with a message,
// when there is no memory for it.
typedef struct jpeg_decoder jpeg_decoder;
jpeg_decoder *jpeg_decoder_open(jpeg_file *file, int16_t *coefficients, ocl_message *why);
void jpeg_decoder_close(jpeg_decoder *decoder);

// Decodes until the first `rows` rows of the picture's MCUs are complete in all components, and
// returns how many are: `rows`, or mcus_y if that is less.  Row r has the rows r * v to
// r * v + v - 1 of each component's blocks.
uint32_t jpeg_decoder_rows(jpeg_decoder *decoder, uint32_t rows);

#endif
