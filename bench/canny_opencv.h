// SPDX-License-Identifier: MIT
//
// canny_opencv - the edges of a grey picture by OpenCV's GaussianBlur and Canny.

#ifndef BENCH_CANNY_OPENCV_H
#define BENCH_CANNY_OPENCV_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Weights, slopes and thresholds as in canny.  An edge is 255, and all else is 0.
void canny_opencv(uint8_t *edges, const uint8_t *grey, int width, int height, int weak, int strong);

#ifdef __cplusplus
}
#endif

#endif
