// SPDX-License-Identifier: MIT

#include "canny_opencv.h"

#include <cmath>
#include <opencv2/imgproc.hpp>

void canny_opencv(uint8_t *edges, const uint8_t *grey, int width, int height, int weak, int strong)
{
    static cv::Mat smooth;    // kept from run to run
    const cv::Mat in(height, width, CV_8U, const_cast<uint8_t *>(grey));
    cv::Mat out(height, width, CV_8U, edges);
    // A deviation of 0 is one that fits the window: the weights are 1 4 6 4 1.
    cv::GaussianBlur(in, smooth, cv::Size(5, 5), 0, 0, cv::BORDER_REPLICATE);
    // Its edges are steeper than a threshold, whose square it rounds down; ours at least as steep.
    const double low = std::sqrt(weak * weak - 0.5), high = std::sqrt(strong * strong - 0.5);
    cv::Canny(smooth, out, low, high, 3, true);
}
