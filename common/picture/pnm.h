// SPDX-License-Identifier: MIT
//
// pnm - portable any-map files: PBM, PGM and PPM, plain (P1 to P3) and raw (P4 to P6).

#ifndef OCL_PNM_H
#define OCL_PNM_H

#include "picture.h"

// Decodes the first picture of the file; samples of any maximum up to 65535 are scaled to 255.
// Format: the netpbm manual pages pbm(5), pgm(5), ppm(5).
bool ocl_pnm_decode(ocl_picture *picture, const uint8_t *data, size_t bytes, ocl_message *why);

// Encodes as raw PPM, or as raw PGM of the luminance (ITU-R BT.601) when `grey` is set.  *data is
// malloc'ed.
bool ocl_pnm_encode(const ocl_picture *picture, bool grey, uint8_t **data, size_t *bytes,
                    ocl_message *why);

#endif
