// SPDX-License-Identifier: MIT

#include "matmul_figure.h"

#include "matmul_run.h"

enum { SIZES = 5, MOST_CURVES = 8 };
static const char *const VARIANTS[] = { "naive", "tiled" };
static const char *const MEMORIES[] = { "global", "local" };
static const double MOST_NS = 1e9;    // of timed runs for a point

typedef struct {
    char label[16];    // "GPU local"
    size_t count;
    double n[SIZES], gflops[SIZES];
} curve;

static double measure(const matmul_problem *p, ocl_report *report, const char *variant)
{
    matmul_launch launch = matmul_prepare(&p->job, variant);
    const ocl_times times = matmul_time(p, &launch, MOST_NS);
    matmul_release(&launch);
    char name[32];
    snprintf(name, sizeof name, "%s %zu", variant, p->job.n);
    const ocl_check check = matmul_check_product(&p->check, name, p->c);
    ocl_report_row(report, &(ocl_row){ name, &times, matmul_operations(&p->job), "GFLOP/s",
                                       ocl_device_limits(p->job.env).fma_gflops, check });
    return matmul_operations(&p->job) / ocl_median_ns(&times);
}

// The curve of that name; a new one where there is none.
static curve *find_curve(curve *curves, size_t *count, const char *label)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(curves[i].label, label) == 0) return &curves[i];
    if (*count == MOST_CURVES) return NULL;
    curve *added = &curves[(*count)++];
    *added = (curve){ .count = 0 };
    snprintf(added->label, sizeof added->label, "%s", label);
    return added;
}

// Lines "GPU,local,1024,3000.5".
static void read_curves(curve *curves, size_t *count, const char *csv)
{
    FILE *file = fopen(csv, "r");
    if (!file) return;    // the first run makes it
    char line[128], device[8], memory[8], label[16];
    while (fgets(line, sizeof line, file)) {
        double n, gflops;
        char end;
        if (sscanf(line, "%3[CGPU],%6[a-z],%lf,%lf%c", device, memory, &n, &gflops, &end) != 5 ||
            end != '\n')
            ocl_exit(OCL_EXIT_USAGE, "%s: not a line of DEVICE,MEMORY,N,GFLOPS: %s", csv, line);
        snprintf(label, sizeof label, "%s %s", device, memory);
        curve *to = find_curve(curves, count, label);
        if (!to || to->count == SIZES) ocl_exit(OCL_EXIT_USAGE, "%s: too many points", csv);
        to->n[to->count] = n;
        to->gflops[to->count++] = gflops;
    }
    fclose(file);
}

static void write_curves(const curve *curves, size_t count, const char *csv)
{
    char text[MOST_CURVES * SIZES * 64];
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < curves[i].count; s++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%.3s,%s,%.0f,%.2f\n",
                                     curves[i].label, curves[i].label + 4, curves[i].n[s],
                                     curves[i].gflops[s]);
    ocl_message why;
    if (!ocl_write_file(csv, text, used, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
}

static void draw(const curve *curves, size_t count, const char *path)
{
    ocl_series series[MOST_CURVES];
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
    curve curves[MOST_CURVES];
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
