// SPDX-License-Identifier: MIT

#include "output_counts.h"

#include "output_chart.h"
#include "system/memory.h"
#include "system/write_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void ocl_output_counts(const ocl_report *report, const uint32_t counts[OCL_RGB_COUNTS],
                       const char *path)
{
    double y[OCL_RGB_COUNTS];
    for (int bin = 0; bin < OCL_RGB_COUNTS; bin++)
        y[bin] = counts[bin];
    // Okabe and Ito's vermilion, green and blue, which colour-blind readers can tell apart.
    const ocl_series series[] = {
        { .label = "red", .y = y, .count = 256, .colour = { 213, 94, 0 } },
        { .label = "green", .y = y + 256, .count = 256, .colour = { 0, 158, 115 } },
        { .label = "blue", .y = y + 512, .count = 256, .colour = { 0, 114, 178 } },
    };
    const ocl_chart chart = { .title = "Histogram",
                              .x_label = "value",
                              .y_label = "pixels",
                              .series = series,
                              .series_count = 3 };
    ocl_output_bars(report, &chart, path);
}

void ocl_output_counts_csv(const uint32_t counts[OCL_RGB_COUNTS], const char *path)
{
    enum { LINE = 48 };
    const ocl_file_kind kind = { .ending = ".csv", .magic = "bin,red,green,blue\n" };
    char *text = ocl_alloc(257 * LINE);
    int used = sprintf(text, "%s", kind.magic);
    for (int bin = 0; bin < 256; bin++)
        used += sprintf(text + used, "%d,%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", bin, counts[bin],
                        counts[256 + bin], counts[512 + bin]);
    ocl_message why;
    if (!ocl_can_write_kind(path, kind, &why) || !ocl_write_file(path, text, (size_t)used, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(text);
}
