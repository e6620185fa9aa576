// SPDX-License-Identifier: MIT
//
// picture - the plane in the colours of the classes.

#ifndef KNN_PICTURE_H
#define KNN_PICTURE_H

#include "shared/knn_data.h"

// Writes the plane with the points: light where a class would win, dark where its points are.
// Without a path: nothing.
void knn_draw(const knn_data *data, const uint64_t *answers, const char *path);

#endif
