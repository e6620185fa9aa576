// SPDX-License-Identifier: MIT

#include "curves.h"

#include <errno.h>

static const char *const MEMORIES[] = { "global", "local" };

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

static void read_curves(matmul_curves *curves, const char *csv)
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
        matmul_curve *to = find_curve(curves, label);
        if (to->count == MATMUL_SIZES)
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu: more than %d points of %s", csv, number,
                     MATMUL_SIZES, label);
        to->n[to->count] = n;
        to->gflops[to->count++] = gflops;
    }
    if (ferror(file)) ocl_exit(OCL_EXIT_USAGE, "%s: cannot read: %s", csv, strerror(errno));
    fclose(file);
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
    ocl_output_curves(report,
                      &(ocl_chart){ .title = "Matrix multiplication, global and local memory",
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
