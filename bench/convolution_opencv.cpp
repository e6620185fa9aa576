// SPDX-License-Identifier: MIT

#include "convolution_opencv.h"

#include <opencv2/imgproc.hpp>

// A header for numbers that are somewhere else.  OpenCV has none for numbers that are constant.
static cv::Mat matrix(const float *from, size_t rows, size_t columns)
{
    return cv::Mat((int)rows, (int)columns, CV_32F, const_cast<float *>(from));
}

static cv::Mat inner(const convolution_opencv *w)
{
    const cv::Rect part((int)w->n / 2, (int)w->n / 2, (int)w->width, (int)w->height);
    return matrix(w->in, w->rows, w->pitch)(part);
}

void convolution_opencv_filter(const convolution_opencv *w)
{
    cv::Mat out = matrix(w->out, w->height, w->width);
    cv::filter2D(inner(w), out, -1, matrix(w->tap, w->n, w->n));
}

void convolution_opencv_separable(const convolution_opencv *w)
{
    cv::Mat out = matrix(w->out, w->height, w->width);
    cv::sepFilter2D(inner(w), out, -1, matrix(w->across, 1, w->n), matrix(w->down, w->n, 1));
}
