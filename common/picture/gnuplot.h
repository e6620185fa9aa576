// SPDX-License-Identifier: MIT
//
// gnuplot - from a script with its data to a file: .png, .svg, .pdf, or .gp for the script itself.

#ifndef OCL_GNUPLOT_H
#define OCL_GNUPLOT_H

#include "errors.h"
#include "growing.h"

// Whether a file of that name can be written: false, with a message, when the name's ending is none
// of the four, or when it needs gnuplot and gnuplot is not installed.
bool ocl_can_plot(const char *path, ocl_message *why);

// Draws the script, `height` pixels (or points) high.  A .gp file needs no gnuplot: `gnuplot
// FILE.gp` draws FILE.png later, and a reader can change it before.  The file is written as a whole
// or not at all.
bool ocl_plot(const ocl_growing *script, unsigned height, const char *path, ocl_message *why);

#endif
