// SPDX-License-Identifier: MIT
//
// coder - the host's half of an encoder: from the coefficients of a picture to the bytes of a file.
//
//     jpeg_coder *coder = jpeg_coder_open(&frame, coefficients);
//     for (uint32_t rows = 0; rows < frame.mcus_y;) rows = jpeg_coder_rows(coder, rows + band);
//     ocl_blob file = jpeg_coder_end(coder);
//     jpeg_coder_close(coder);
//
// For tables that suit the picture, jpeg_coder_count comes first.

#ifndef JPEG_CODER_H
#define JPEG_CODER_H

#include "shared/jpeg/jpeg.h"

// A coder for this frame.  `coefficients` has JPEG_BLOCK * frame->blocks values in natural order,
// which may still be made: a call below uses those of its rows.  DC coefficients are -1024 to 1023,
// the others -1023 to 1023, which no DCT of 8-bit samples exceeds.  Frame and coefficients must
// outlive the coder.
typedef struct jpeg_coder jpeg_coder;
jpeg_coder *jpeg_coder_open(jpeg_file *frame, const int16_t *coefficients);
void jpeg_coder_close(jpeg_coder *coder);

// Counts the symbols of the MCUs up to the first `rows` rows.  Returns how many rows are counted:
// `rows`, or mcus_y if that is less.  When all of them are, the frame gets the best tables for
// them, and jpeg_coder_rows codes with these.
uint32_t jpeg_coder_count(jpeg_coder *coder, uint32_t rows);

// Codes the MCUs up to the first `rows` rows, behind the markers of the file.  Returns how many
// rows are coded: `rows`, or mcus_y if that is less.
uint32_t jpeg_coder_rows(jpeg_coder *coder, uint32_t rows);

// Ends the file after the last row.  Its bytes belong to the coder.
ocl_blob jpeg_coder_end(jpeg_coder *coder);

#endif
