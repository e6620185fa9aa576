// SPDX-License-Identifier: MIT
//
// picture - the plane in the colours of the classes, drawn by gnuplot.

#ifndef KNN_PICTURE_H
#define KNN_PICTURE_H

#include "shared/knn/knn_data.h"

// Draws the plane: light where a class would win, dark where its points are.  The axes have the
// names of the file's header, the legend has the classes.  The file's name ends in .png, .svg, .pdf
// or .gp.  Without a path: nothing.
void knn_draw(const knn_data *data, const uint64_t *answers, const char *path);

#endif
