// SPDX-License-Identifier: MIT
//
// convolution_opencv - OpenCV's filters on the padded picture of convolution_ladder.

#ifndef BENCH_CONVOLUTION_OPENCV_H
#define BENCH_CONVOLUTION_OPENCV_H

#include <stddef.h>

// The sizes are those of a convolution_picture and of a convolution_filter.
typedef struct {
    float *out;
    const float *in;    // the padded picture
    size_t width, height, pitch, rows;
    size_t n;
    const float *tap;
    const float *down, *across;    // of a filter with factors
} convolution_opencv;

#ifdef __cplusplus
extern "C" {
#endif

// cv::filter2D.  The picture is a part of the padded one, so that OpenCV makes no border.
void convolution_opencv_filter(const convolution_opencv *what);

// cv::sepFilter2D, with the factors.
void convolution_opencv_separable(const convolution_opencv *what);

#ifdef __cplusplus
}
#endif

#endif
