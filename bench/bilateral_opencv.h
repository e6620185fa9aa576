// SPDX-License-Identifier: MIT
//
// bilateral_opencv - OpenCV's bilateralFilter on pixels of three bytes.

#ifndef BENCH_BILATERAL_OPENCV_H
#define BENCH_BILATERAL_OPENCV_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// side: of the window, in pixels; colour, space: how wide the weights are, as in bilateral.
void bilateral_opencv(uint8_t *out, const uint8_t *in, int width, int height, int side,
                      double colour, double space);

#ifdef __cplusplus
}
#endif

#endif
