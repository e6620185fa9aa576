// SPDX-License-Identifier: MIT

#include "sweep.h"

void report_sweep(ocl_report *report, const sweep *s)
{
    ocl_table table = ocl_table_open(report, "gsteps",
                                     "local size, lanes used, Gstep/s with 1, with 8, with 32, "
                                     "with 128 accumulators");
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        char cells[VARIANT_COUNT][16];
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            snprintf(cells[v], sizeof cells[v], s->rates[v][i] > 0.0 ? "%.2f" : "-",
                     s->rates[v][i]);
        const size_t whole = ocl_round_up(LOCAL_SIZES[i], s->multiple);
        ocl_table_row(&table, "%10zu %10.2f %10s %10s %10s %10s", LOCAL_SIZES[i],
                      (double)LOCAL_SIZES[i] / (double)whole, cells[0], cells[1], cells[2],
                      cells[3]);
    }
}

void draw_sweep(const ocl_report *report, const char *path, const sweep *s)
{
    double sizes[SIZE_COUNT];
    ocl_series series[VARIANT_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < SIZE_COUNT; i++)
        sizes[i] = (double)LOCAL_SIZES[i];
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        size_t runs = 0;
        while (runs < SIZE_COUNT && s->rates[v][runs] > 0.0)
            runs++;
        if (runs > 0)
            series[count++] = (ocl_series){ .label = VARIANTS[v],
                                            .x = sizes,
                                            .y = s->rates[v],
                                            .count = runs,
                                            .colour = ocl_palette(v) };
    }
    const ocl_chart chart = { .title = "The same work with other work-groups and registers",
                              .x_label = "work-items per work-group",
                              .y_label = "Gstep/s",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}

enum { MAX_ACCUMULATORS = 128 };

const char *const VARIANTS[VARIANT_COUNT + 1] = { "accumulators_1", "accumulators_8",
                                                  "accumulators_32", "accumulators_128", NULL };

const uint32_t ACCUMULATORS[VARIANT_COUNT] = { 1, 8, 32, MAX_ACCUMULATORS };

const size_t LOCAL_SIZES[SIZE_COUNT] = { 1, 16, 32, 64, 100, 256, 1024 };

void occupancy_ref(uint32_t *ref, const uint32_t *in, uint32_t accumulators, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t sums[MAX_ACCUMULATORS];
        for (uint32_t a = 0; a < accumulators; a++)
            sums[a] = in[i] + a * 0x9e3779b1U;
        for (uint32_t round = 0; round < STEPS / accumulators; round++)
            for (uint32_t a = 0; a < accumulators; a++)
                sums[a] = (sums[a] ^ sums[a] >> 15) * 0x2c1b3c6dU + sums[(a + 1) % accumulators];
        ref[i] = in[i];
        for (uint32_t a = 0; a < accumulators; a++)
            ref[i] = (ref[i] << 5 | ref[i] >> 27) + sums[a];
    }
}
