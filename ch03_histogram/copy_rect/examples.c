// SPDX-License-Identifier: MIT

#include "examples.h"

const example EXAMPLES[EXAMPLE_COUNT] = {
    { .name = "2 rows of 3 from rows of 4 to rows of 8",
      .places = { .region = { 3 * UNIT, 2, 1 },
                  .from = { .origin = { 1 * UNIT, 5, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 32 * UNIT },
                  .to = { .origin = { 4 * UNIT, 1, 0 },
                          .row_pitch = 8 * UNIT,
                          .slice_pitch = 32 * UNIT } } },
    { .name = "3 slices of 1 row of 3, one slice further",
      .places = { .region = { 3 * UNIT, 1, 3 },
                  .from = { .origin = { 1 * UNIT, 1, 0 },
                            .row_pitch = 4 * UNIT,
                            .slice_pitch = 8 * UNIT },
                  .to = { .origin = { 0, 0, 1 },
                          .row_pitch = 4 * UNIT,
                          .slice_pitch = 8 * UNIT } } },
};
