// SPDX-License-Identifier: MIT

#include "bitonic_sort/picture.h"

enum { MOST_KEYS = 32 };

// Letters of a pass; '.' for a key whose partner would be past the end.
typedef struct {
    char text[2 * MOST_KEYS + 1];
} letters;

static letters draw_pass(size_t n, size_t stride, bool flip)
{
    letters drawn;
    for (size_t i = 0; i < n; i++) {
        drawn.text[2 * i] = '.';
        drawn.text[2 * i + 1] = i + 1 < n ? ' ' : '\0';
    }
    char letter = 'a';
    for (size_t left = 0; left < n; left++) {
        if (left & stride) continue;    // it is in the right half of a block
        const size_t right = flip ? left ^ (2 * stride - 1) : left + stride;
        if (right >= n) continue;
        drawn.text[2 * left] = drawn.text[2 * right] = letter++;
    }
    return drawn;
}

void bitonic_draw(ocl_report *report, size_t n)
{
    if (n < 2 || n > MOST_KEYS) return;
    ocl_report_note(report,
                    "keys with the same letter are compared; the smaller one goes to the left");
    ocl_table table = ocl_table_open(report, "passes", "pass, stage, stride, compared");
    unsigned pass = 0, stage = 0;
    for (size_t half = 1; half < n; half *= 2) {
        stage++;
        for (size_t stride = half; stride > 0; stride /= 2) {
            const bool flip = stride == half;
            char name[32];
            snprintf(name, sizeof name, "%zu", stride);
            ocl_table_row(&table, "%u %u %6s  %s", ++pass, stage, flip ? "flip" : name,
                          draw_pass(n, stride, flip).text);
        }
    }
}
