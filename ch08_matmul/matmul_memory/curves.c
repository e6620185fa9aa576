// SPDX-License-Identifier: MIT

#include "curves.h"

#include <errno.h>

static const char *const DEVICES[] = { "CPU", "GPU" }, *const MEMORIES[] = { "global", "local" };

static bool is_one_of(const char *name, const char *const names[2])
{
    return strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0;
}

// The curve of that name.  It is new when there was none; there can be no more than MATMUL_CURVES.
static matmul_curve *find_curve(matmul_curves *curves, const char *label)
{
    for (size_t i = 0; i < curves->count; i++)
        if (strcmp(curves->curves[i].label, label) == 0) return &curves->curves[i];
    matmul_curve *added = &curves->curves[curves->count++];
    *added = (matmul_curve){ .count = 0 };
    snprintf(added->label, sizeof added->label, "%s", label);
    return added;
}

// The numbers of a row such as GPU,local,1024,3000.5
static bool take_point(const ocl_csv *csv, double *n, double *gflops)
{
    ocl_message why;
    return csv->count == 4 && is_one_of(csv->field[0], DEVICES) &&
           is_one_of(csv->field[1], MEMORIES) && ocl_csv_number(csv, 2, n, &why) &&
           ocl_csv_number(csv, 3, gflops, &why) && *n >= 1.0 && *n < 2e9 && *n == floor(*n) &&
           *gflops > 0.0;
}

static void add_points(matmul_curves *curves, ocl_csv *rows, const char *path)
{
    ocl_message why;
    while (ocl_csv_next(rows, &why)) {
        double n, gflops;
        char label[16];
        if (!take_point(rows, &n, &gflops))
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu is not of the form DEVICE,MEMORY,N,GFLOPS", path,
                     rows->line);
        snprintf(label, sizeof label, "%s %s", rows->field[0], rows->field[1]);
        matmul_curve *to = find_curve(curves, label);
        if (to->count == MATMUL_SIZES)
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu: more than %d points of %s", path, rows->line,
                     MATMUL_SIZES, label);
        to->n[to->count] = n;
        to->gflops[to->count++] = gflops;
    }
    if (why.text[0]) ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
}

static void read_curves(matmul_curves *curves, const char *path)
{
    static const ocl_file_form FORM = { .text = "a table with rows such as GPU,local,1024,3000.5" };
    unsigned char *text;
    size_t bytes;
    ocl_message why;
    if (!ocl_ends_with(path, ".csv"))
        ocl_exit(OCL_EXIT_USAGE, "%s: the name of a table ends in .csv", path);
    errno = 0;
    if (!ocl_read_file_as(path, &FORM, &text, &bytes, &why)) {
        if (errno == ENOENT) return;    // the first run creates it
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    }
    ocl_csv rows;
    ocl_csv_open(&rows, (const char *)text, bytes);
    add_points(curves, &rows, path);
    ocl_csv_close(&rows);
    free(text);
}

static matmul_curve *own_curve(matmul_curves *curves, const char *memory)
{
    char label[16];
    snprintf(label, sizeof label, "%s %s", curves->device, memory);
    return find_curve(curves, label);
}

matmul_curves matmul_curves_open(const ocl_env *env, const char *csv)
{
    matmul_curves curves = { .device = ocl_is_cpu(env->device) ? "CPU" : "GPU" };
    if (csv) read_curves(&curves, csv);
    for (int i = 0; i < 2; i++)
        if (ocl_wants(env->options, MEMORIES[i])) own_curve(&curves, MEMORIES[i])->count = 0;
    return curves;
}

void matmul_curves_add(matmul_curves *curves, const char *memory, size_t n, double gflops)
{
    matmul_curve *to = own_curve(curves, memory);
    to->n[to->count] = (double)n;
    to->gflops[to->count++] = gflops;
}

void matmul_curves_draw(const matmul_curves *curves, const ocl_report *report, const char *path)
{
    ocl_series series[MATMUL_CURVES];
    for (size_t i = 0; i < curves->count; i++) {
        const matmul_curve *c = &curves->curves[i];
        series[i] = (ocl_series){ .label = c->label,
                                  .x = c->n,
                                  .y = c->gflops,
                                  .count = c->count,
                                  .colour = ocl_palette(i) };
    }
    ocl_output_curves(
        report,
        &(ocl_chart){ .title = "A matrix product with global memory, and with local memory",
                      .x_label = "rows and columns",
                      .y_label = "GFLOP/s",
                      .series = series,
                      .series_count = curves->count,
                      .log_y = curves->count > 2 },
        path);
}

void matmul_curves_write(const matmul_curves *curves, const char *csv)
{
    char text[MATMUL_CURVES * MATMUL_SIZES * 64];
    size_t used = 0;
    for (size_t i = 0; i < curves->count; i++) {
        const matmul_curve *c = &curves->curves[i];
        for (size_t s = 0; s < c->count; s++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%.3s,%s,%.0f,%.9g\n",
                                     c->label, c->label + 4, c->n[s], c->gflops[s]);
    }
    ocl_message why;
    if (!ocl_write_file(csv, text, used, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}
