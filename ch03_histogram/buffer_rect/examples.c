// SPDX-License-Identifier: MIT

#include "examples.h"

const example EXAMPLES[EXAMPLE_COUNT] = {
    { .name = "2 rows of 3 from 8 rows of 4",
      .places = { .region = { 3 * UNIT, 2, 1 },
                  .from = { .origin = { 1 * UNIT, 6, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 32 * UNIT } },
      .count = 6,
      .ref = { 25, 26, 27, 29, 30, 31 } },
    { .name = "3 slices of 1 row of 3 from 4 of 2 of 4",
      .places = { .region = { 3 * UNIT, 1, 3 },
                  .from = { .origin = { 1 * UNIT, 1, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 8 * UNIT } },
      .count = 9,
      .ref = { 5, 6, 7, 13, 14, 15, 21, 22, 23 } },
};
