// SPDX-License-Identifier: MIT

#include "figure.h"

#include "run.h"

#include <errno.h>

enum { SIZES = 5, MAX_CURVES = 4 };    // CPU and GPU, global and local
static const char *const VARIANTS[] = { "naive", "tiled" };
static const char *const MEMORIES[] = { "global", "local" };
static const double MAX_NS = 1e9;    // of timed runs for a point

typedef struct {
    char label[16];    // "GPU local"
    size_t count;
    double n[SIZES], gflops[SIZES];
} curve;

static double measure(const matmul_problem *p, ocl_report *report, const char *variant)
{
    matmul_launch launch = matmul_prepare(&p->job, variant);
    const ocl_times times = matmul_time(p, &launch, MAX_NS);
    matmul_release(&launch);
    char name[32];
    snprintf(name, sizeof name, "%s %zu", variant, p->job.n);
    const ocl_result check = matmul_check_product(&p->check, name, p->c);
    ocl_report_row(report, &(ocl_row){ name, &times, matmul_operations(&p->job), "GFLOP/s",
                                       ocl_device_limits(p->job.env).fma_gflops, check });
    return matmul_operations(&p->job) / ocl_median_ns(&times);
}

// The curve of that name, one of the MAX_CURVES that there can be; a new one where there is none.
static curve *find_curve(curve *curves, size_t *count, const char *label)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(curves[i].label, label) == 0) return &curves[i];
    curve *added = &curves[(*count)++];
    *added = (curve){ .count = 0 };
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

static void read_curves(curve *curves, size_t *count, const char *csv)
{
    FILE *file = fopen(csv, "r");
    if (!file && errno == ENOENT) return;    // the first run makes it
    if (!file) ocl_exit(OCL_EXIT_USAGE, "%s: cannot open: %s", csv, strerror(errno));
    char line[128], label[16];
    for (size_t number = 1; fgets(line, sizeof line, file); number++) {
        double n, gflops;
        if (!parse_point(line, label, &n, &gflops))
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu is not a DEVICE,MEMORY,N,GFLOPS", csv, number);
        curve *to = find_curve(curves, count, label);
        if (to->count == SIZES)
            ocl_exit(OCL_EXIT_USAGE, "%s: line %zu: more than %d points of %s", csv, number, SIZES,
                     label);
        to->n[to->count] = n;
        to->gflops[to->count++] = gflops;
    }
    if (ferror(file)) ocl_exit(OCL_EXIT_USAGE, "%s: cannot read: %s", csv, strerror(errno));
    fclose(file);
}

static void write_curves(const curve *curves, size_t count, const char *csv)
{
    char text[MAX_CURVES * SIZES * 64];
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < curves[i].count; s++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%.3s,%s,%.0f,%.9g\n",
                                     curves[i].label, curves[i].label + 4, curves[i].n[s],
                                     curves[i].gflops[s]);
    ocl_message why;
    if (!ocl_write_file(csv, text, used, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

static void draw(const curve *curves, size_t count, const char *path)
{
    ocl_series series[MAX_CURVES];
    for (size_t i = 0; i < count; i++)
        series[i] = (ocl_series){ curves[i].label, curves[i].n, curves[i].gflops, curves[i].count,
                                  ocl_palette(i) };
    ocl_output_curves(&(ocl_chart){ .title = "Matrix multiplication, global and local memory",
                                    .x_label = "rows and columns",
                                    .y_label = "GFLOP/s",
                                    .series = series,
                                    .series_count = count,
                                    .log_y = count > 2 },
                      path);
}

void matmul_figure(const ocl_env *env, ocl_report *report, const char *path, const char *csv)
{
    curve curves[MAX_CURVES];
    size_t count = 0;
    if (csv) read_curves(curves, &count, csv);

    const char *device = ocl_is_cpu(env->device) ? "CPU" : "GPU";
    curve *own[2];
    for (int v = 0; v < 2; v++) {
        char label[16];
        snprintf(label, sizeof label, "%s %s", device, MEMORIES[v]);
        own[v] = find_curve(curves, &count, label);
        own[v]->count = 0;    // measured anew
    }
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = env->options->n[0] + s * env->options->n[0] / (SIZES - 1);
        matmul_problem p = matmul_open(env, (size_t[]){ n, n, n }, MATMUL_AUTO);
        for (int v = 0; v < 2; v++) {
            own[v]->n[s] = (double)n;
            own[v]->gflops[s] = measure(&p, report, VARIANTS[v]);
            own[v]->count = s + 1;
        }
        matmul_close(&p);
    }
    draw(curves, count, path);
    if (csv) write_curves(curves, count, csv);
}
