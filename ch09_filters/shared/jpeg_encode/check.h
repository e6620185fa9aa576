// SPDX-License-Identifier: MIT
//
// check - a file that was just made is read again.

#ifndef JPEG_ENCODE_CHECK_H
#define JPEG_ENCODE_CHECK_H

#include "frame.h"

// The decoder of this chapter reads the file.  It must find the frame and every coefficient, and
// nothing to warn of.
ocl_result jpeg_verify_file(const char *what, ocl_blob bytes, const jpeg_file *frame,
                            const int16_t *coefficients);

// How alike two pictures are: 10 log10(255^2 / mean square of the differences of R, G and B), in
// dB.  Equal ones: 99.
double jpeg_psnr(const ocl_picture *a, const ocl_picture *b);

// The picture in the file; to be freed with ocl_picture_free.
ocl_picture jpeg_decoded(ocl_blob bytes);

// Reports the file's bytes and how much it has lost.  `path`, if it is not NULL, becomes a picture:
// the file decoded, and beside it 128 + 4 * (decoded - picture), the luminance alone.
void jpeg_report_file(ocl_report *report, ocl_blob bytes, const ocl_picture *picture,
                      const char *path);

// Writes it; exits with OCL_EXIT_USAGE and the reason when it cannot.
void jpeg_write_file(ocl_blob bytes, const char *path);

#endif
