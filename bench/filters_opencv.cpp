// SPDX-License-Identifier: MIT

#include "filters_peers.h"

#include <opencv2/imgproc.hpp>

void filters_opencv(peer_filter filter, const peer_picture *p)
{
    const int type = CV_MAKETYPE(p->is_float ? CV_32F : CV_8U, static_cast<int>(p->channels));
    const int height = static_cast<int>(p->height), width = static_cast<int>(p->width);
    const cv::Mat in(height, width, type, const_cast<void *>(p->in));
    cv::Mat out(height, width, type, p->out);
    const cv::Size window(3, 3);
    static cv::Mat x, y, magnitude;    // kept from run to run
    switch (filter) {
    case PEER_MEAN:
        cv::blur(in, out, window, cv::Point(-1, -1), cv::BORDER_REPLICATE);
        break;
    case PEER_GAUSS:
        cv::GaussianBlur(in, out, window, 0, 0, cv::BORDER_REPLICATE);
        break;
    case PEER_MEDIAN:
        cv::medianBlur(in, out, 3);
        break;
    default:
        cv::Sobel(in, x, CV_32F, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
        cv::Sobel(in, y, CV_32F, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
        cv::magnitude(x, y, p->is_float ? out : magnitude);
        if (!p->is_float) magnitude.convertTo(out, CV_8U);
    }
}
