// SPDX-License-Identifier: MIT
//
// jpeg_encoder_codes - the steps of jpeg_huffman_encode: codes on the device.

#ifndef BENCH_JPEG_ENCODER_CODES_H
#define BENCH_JPEG_ENCODER_CODES_H

#include "shared/jpeg/jpeg.h"

typedef struct jpeg_device_coder jpeg_device_coder;

// For a frame, which must outlive it.
jpeg_device_coder *jpeg_device_coder_open(const ocl_env *env, const jpeg_file *frame);
void jpeg_device_coder_close(jpeg_device_coder *coder);

// The buffer that the coefficients must be in.
cl_mem jpeg_device_coder_input(const jpeg_device_coder *coder);

// Codes what is in it, and reads the data of the file.  It belongs to the coder.
ocl_blob jpeg_device_coder_run(jpeg_device_coder *coder);

// The whole file with the data of the last run; malloc'ed.
ocl_blob jpeg_device_coder_file(const jpeg_device_coder *coder);

#endif
