// SPDX-License-Identifier: MIT

#include "costs.h"

enum { CHART_DEVICES = 2, PER_DEVICE = 4, LABEL_BYTES = 40 };

void costs_add(device_costs *costs, size_t bytes, double write_ns, double read_ns)
{
    costs->bytes[costs->count] = (double)bytes;
    costs->write_ns[costs->count] = write_ns;
    costs->read_ns[costs->count++] = read_ns;
}

static cost_line fit(const double *bytes, const double *ns, size_t count)
{
    double w = 0.0, wx = 0.0, wxx = 0.0, wy = 0.0, wxy = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double weight = 1.0 / (ns[i] * ns[i]);
        w += weight;
        wx += weight * bytes[i];
        wxx += weight * bytes[i] * bytes[i];
        wy += weight * ns[i];
        wxy += weight * bytes[i] * ns[i];
    }
    const double below = w * wxx - wx * wx;
    const double slope = count > 1 ? (w * wxy - wx * wy) / below : 0.0;
    if (!(slope > 0.0)) return (cost_line){ .latency_ns = wy / w };
    const double latency = (wy - slope * wx) / w;
    if (latency < 0.0) return (cost_line){ .ns_per_byte = wxy / wxx };
    return (cost_line){ .latency_ns = latency, .ns_per_byte = slope };
}

double cost_at(const cost_line *line, double bytes)
{
    return line->latency_ns + bytes * line->ns_per_byte;
}

// NaN, which a table shows as "-": times that do not grow with the size.
static double gb_per_s(const cost_line *line)
{
    return line->ns_per_byte > 0.0 ? 1.0 / line->ns_per_byte : (double)NAN;
}

void costs_report(ocl_report *report, device_costs *costs, size_t devices)
{
    ocl_table sizes = ocl_table_open(report, "transfers",
                                     "device, bytes, write us, line us, read us, line us of reads");
    for (size_t k = 0; k < devices; k++) {
        device_costs *c = &costs[k];
        c->write = fit(c->bytes, c->write_ns, c->count);
        c->read = fit(c->bytes, c->read_ns, c->count);
        for (size_t i = 0; i < c->count; i++)
            ocl_table_row(&sizes, "%6zu %9.0f %9.1f %9.1f %9.1f %9.1f", k, c->bytes[i],
                          c->write_ns[i] / 1e3, cost_at(&c->write, c->bytes[i]) / 1e3,
                          c->read_ns[i] / 1e3, cost_at(&c->read, c->bytes[i]) / 1e3);
    }
    ocl_table lines = ocl_table_open(report, "costs",
                                     "device, launch us, write us, write GB/s, read us, read GB/s");
    for (size_t k = 0; k < devices; k++) {
        const device_costs *c = &costs[k];
        ocl_table_row(&lines, "%6zu %9.1f %9.1f %10.2f %9.1f %9.2f", k, c->launch_ns / 1e3,
                      c->write.latency_ns / 1e3, gb_per_s(&c->write), c->read.latency_ns / 1e3,
                      gb_per_s(&c->read));
    }
}

void costs_chart(const ocl_report *report, const device_costs *costs, size_t devices,
                 const char *path)
{
    static const char *const what[PER_DEVICE] = { "write", "write, line", "read", "read, line" };
    double y[CHART_DEVICES * PER_DEVICE][COST_SIZES];
    char labels[CHART_DEVICES * PER_DEVICE][LABEL_BYTES];
    ocl_series series[CHART_DEVICES * PER_DEVICE];
    size_t count = 0;
    for (size_t k = 0; k < devices && k < CHART_DEVICES; k++) {
        const device_costs *c = &costs[k];
        for (size_t s = 0; s < PER_DEVICE; s++, count++) {
            for (size_t i = 0; i < c->count; i++) {
                const double values[PER_DEVICE] = { c->write_ns[i], cost_at(&c->write, c->bytes[i]),
                                                    c->read_ns[i], cost_at(&c->read, c->bytes[i]) };
                y[count][i] = values[s] / 1e3;
            }
            snprintf(labels[count], LABEL_BYTES, "device %zu: %s", k, what[s]);
            series[count] = (ocl_series){ .label = labels[count],
                                          .x = c->bytes,
                                          .y = y[count],
                                          .count = c->count,
                                          .colour = ocl_palette(count) };
        }
    }
    const ocl_chart chart = { .title = "What a transfer costs",
                              .x_label = "bytes",
                              .y_label = "microseconds",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
}
