// SPDX-License-Identifier: MIT
//
// output_picture - the picture that --output asks for.
//
// The format follows the ending of the file's name (ocl_picture_write).  What cannot be drawn or written
// ends the program with OCL_EXIT_USAGE and a complaint that names the file.

#ifndef OCL_OUTPUT_PICTURE_H
#define OCL_OUTPUT_PICTURE_H

#include "chart.h"
#include "timeline.h"

void ocl_output_picture(const ocl_picture *picture, const char *path);
void ocl_output_bars(const ocl_chart *chart, const char *path);
void ocl_output_curves(const ocl_chart *chart, const char *path);
void ocl_output_timeline(const ocl_timeline *timeline, const char *path);

#endif
