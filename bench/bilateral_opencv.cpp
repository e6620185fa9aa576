// SPDX-License-Identifier: MIT

#include "bilateral_opencv.h"

#include <opencv2/imgproc.hpp>

void bilateral_opencv(uint8_t *out, const uint8_t *in, int width, int height, int side,
                      double colour, double space)
{
    const cv::Mat from(height, width, CV_8UC3, const_cast<uint8_t *>(in));
    cv::Mat to(height, width, CV_8UC3, out);
    cv::bilateralFilter(from, to, side, colour, space, cv::BORDER_REPLICATE);
}
