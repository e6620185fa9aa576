// SPDX-License-Identifier: MIT
//
// output_picture - the picture or the chart that --output asks for.
//
// What cannot be drawn or written ends the program with OCL_EXIT_USAGE and a complaint that names
// the file.

#ifndef OCL_OUTPUT_PICTURE_H
#define OCL_OUTPUT_PICTURE_H

#include "chart.h"
#include "picture.h"
#include "timeline.h"

// The format follows the ending of the name: .bmp, .ppm, .pgm, .png.
void ocl_output_picture(const ocl_picture *picture, const char *path);

// Drawn by gnuplot; the name ends in .png, .svg, .pdf, or .gp for the script with its data.
void ocl_output_bars(const ocl_chart *chart, const char *path);
void ocl_output_curves(const ocl_chart *chart, const char *path);
void ocl_output_timeline(const ocl_timeline *timeline, const char *path);

#endif
