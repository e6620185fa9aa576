// SPDX-License-Identifier: MIT

#include "image_filter/filters.h"

const char *const FILTER_NAMES[] = { "all", "mean", "gaussian", "streak", NULL };

// The streak changes when its weights are turned, mirrored or transposed.
// clang-format off
#define NINTH (1.0f / 9)
const filter FILTER[FILTERS] = {
    { "mean",     3, { NINTH,     NINTH,     NINTH,
                       NINTH,     NINTH,     NINTH,
                       NINTH,     NINTH,     NINTH } },
    { "gaussian", 3, { 1.0f / 16, 2.0f / 16, 1.0f / 16,
                       2.0f / 16, 4.0f / 16, 2.0f / 16,
                       1.0f / 16, 2.0f / 16, 1.0f / 16 } },
    { "streak",   5, { 0,         0,         0,         0,         1.0f / 16,
                       0,         0,         0,         2.0f / 16, 0,
                       0,         0,         6.0f / 16, 0,         0,
                       0,         4.0f / 16, 0,         0,         0,
                       3.0f / 16, 0,         0,         0,         0 } },
};
// clang-format on
