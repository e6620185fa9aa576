// SPDX-License-Identifier: MIT
//
// jpeg_encoder_nvjpeg - nvJPEG's encoder.

#ifndef BENCH_JPEG_ENCODER_NVJPEG_H
#define BENCH_JPEG_ENCODER_NVJPEG_H

#include "shared/jpeg_encode/jpeg_encode.h"

typedef struct nvjpeg_coder nvjpeg_coder;

// For the picture's R, G and B, interleaved on the GPU.  NULL if there is no GPU.
nvjpeg_coder *nvjpeg_coder_open(const ocl_picture *picture, const jpeg_encoding *encoding);
void nvjpeg_coder_close(nvjpeg_coder *coder);

// From pixels to the bytes of a file on the host; `send` copies the pixels to the GPU first.
// Returns the nanoseconds.
double nvjpeg_coder_run(nvjpeg_coder *coder, bool send);

// The last file.  It belongs to the coder.
ocl_blob nvjpeg_coder_file(const nvjpeg_coder *coder);

#endif
