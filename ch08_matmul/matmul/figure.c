// SPDX-License-Identifier: MIT

#include "figure.h"

#include <errno.h>

// naive reaches about 1/150 of a device's limit: sizes whose largest product takes at most a
// millisecond at the limit make a figure of a few seconds.
enum { MIN_DEFAULT = 64, MAX_DEFAULT = 1024 };

static const char *const MEMORIES[] = { "global", "local" };

// The curve of that name.  It is new when there was none; there can be no more than MATMUL_CURVES.
static matmul_curve *find_curve(matmul_figure *figure, const char *label)
{
    for (size_t i = 0; i < figure->count; i++)
        if (strcmp(figure->curves[i].label, label) == 0) return &figure->curves[i];
    matmul_curve *added = &figure->curves[figure->count++];
    *added = (matmul_curve){ .count = 0 };
    snprintf(added->label, sizeof added->label, "%s", label);
    return added;
}

// "GPU,local,1024,3000.5"
static bool parse_point(const char *line, char label[16], double *n, double *gflops)
{
    char device[4], memory[7];
    int end = 0;
    const int read = sscanf(line, "%3[A-Z],%6[a-z],%lf,%lf%n", device, memory, n, gflops, &end);
    if (read != 4 || line[end + (line[end] == '\n')]) return false;
    if (strcmp(device, "CPU") != 0 && strcmp(device, "GPU") != 0) return false;
    if (strcmp(memory, MEMORIES[0]) != 0 && strcmp(memory, MEMORIES[1]) != 0) return false;
    snprintf(label, 16, "%s %s", device, memory);
    return *n >= 1.0 && *n < 2e9 && *n == floor(*n) && *gflops > 0.0 && isfinite(*gflops);
}

static void read_curves(matmul_figure *figure, const char *csv)
{
    FILE *file = fopen(csv, "r");
    if (!file && errno == ENOENT) return;    // the first run creates it
    if (!file) ocl_exit(OCL_EXIT_USAGE, "%s: cannot open: %s", csv, strerror(errno));
    char line[128], label[16];
    for (size_t number = 1; fgets(line, sizeof line, file); number++) {
        double n, gflops;
        if (!parse_point(line, label, &n, &gflops))
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu is not of the form DEVICE,MEMORY,N,GFLOPS", csv,
                     number);
        matmul_curve *to = find_curve(figure, label);
        if (to->count == MATMUL_SIZES)
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu: more than %d points of %s", csv, number,
                     MATMUL_SIZES, label);
        to->n[to->count] = n;
        to->gflops[to->count++] = gflops;
    }
    if (ferror(file)) ocl_exit(OCL_EXIT_USAGE, "%s: cannot read: %s", csv, strerror(errno));
    fclose(file);
}

static void write_curves(const matmul_figure *figure, const char *csv)
{
    char text[MATMUL_CURVES * MATMUL_SIZES * 64];
    size_t used = 0;
    for (size_t i = 0; i < figure->count; i++) {
        const matmul_curve *c = &figure->curves[i];
        for (size_t s = 0; s < c->count; s++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%.3s,%s,%.0f,%.9g\n",
                                     c->label, c->label + 4, c->n[s], c->gflops[s]);
    }
    ocl_message why;
    if (!ocl_write_file(csv, text, used, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

static matmul_curve *own_curve(matmul_figure *figure, const char *memory)
{
    char label[16];
    snprintf(label, sizeof label, "%s %s", figure->device, memory);
    return find_curve(figure, label);
}

matmul_figure matmul_figure_open(cl_device_id device, const char *csv)
{
    matmul_figure figure = { .device = ocl_is_cpu(device) ? "CPU" : "GPU" };
    if (csv) read_curves(&figure, csv);
    for (int i = 0; i < 2; i++)
        own_curve(&figure, MEMORIES[i])->count = 0;
    return figure;
}

void matmul_figure_fit(const ocl_env *env, ocl_options *options)
{
    if (options->size_given) return;
    const double operations_per_ms = 1e6 * ocl_device_limits(env).fma_gflops;
    size_t n = MAX_DEFAULT;
    while (n > MIN_DEFAULT && 2.0 * pow(2.0 * (double)n, 3.0) > operations_per_ms)
        n /= 2;
    options->n[0] = n;
}

size_t matmul_figure_size(size_t n, size_t number)
{
    return n + number * n / (MATMUL_SIZES - 1);
}

// naive reads global memory, tiled reads local memory.
static void add_rows(matmul_figure *figure, ocl_report *report)
{
    size_t number;
    json_t *row;
    json_array_foreach(ocl_report_rows(report), number, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        matmul_curve *to = own_curve(figure, MEMORIES[strncmp(name, "tiled ", 6) == 0]);
        to->n[to->count] = strtod(strchr(name, ' '), NULL);
        to->gflops[to->count++] = json_real_value(json_object_get(row, "rate"));
    }
}

void matmul_figure_close(matmul_figure *figure, ocl_report *report, const char *path,
                         const char *csv)
{
    add_rows(figure, report);
    ocl_series series[MATMUL_CURVES];
    for (size_t i = 0; i < figure->count; i++) {
        const matmul_curve *c = &figure->curves[i];
        series[i] = (ocl_series){ .label = c->label,
                                  .x = c->n,
                                  .y = c->gflops,
                                  .count = c->count,
                                  .colour = ocl_palette(i) };
    }
    ocl_output_curves(report,
                      &(ocl_chart){ .title = "Matrix multiplication, global and local memory",
                                    .x_label = "rows and columns",
                                    .y_label = "GFLOP/s",
                                    .series = series,
                                    .series_count = figure->count,
                                    .log_y = figure->count > 2 },
                      path);
    if (csv) write_curves(figure, csv);
}
