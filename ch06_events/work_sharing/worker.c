// SPDX-License-Identifier: MIT

#include "worker.h"

void workers_deal_to_one(worker *workers, cl_uint count, cl_uint one, size_t units)
{
    for (cl_uint i = 0; i < count; i++) {
        workers[i].first = 0;
        workers[i].units = i == one ? units : 0;
        workers[i].times.runs = 0;
    }
}

void workers_deal(worker *workers, cl_uint count, const problem *p, const double *speeds)
{
    double total = 0.0, sum = 0.0;
    for (cl_uint i = 0; i < count; i++)
        total += speeds[i];
    size_t first = 0;
    for (cl_uint i = 0; i < count; i++) {
        sum += speeds[i];
        const size_t end = i + 1 == count ? p->units : problem_fraction(p, sum / total);
        workers[i].first = first;
        workers[i].units = end - first;
        workers[i].times.runs = 0;
        first = end;
    }
}

void workers_report(ocl_report *report, const worker *workers, cl_uint count, const problem *p)
{
    char headings[64];
    snprintf(headings, sizeof headings, "device, %s, percent, median ms, name", p->unit);
    ocl_table table = ocl_table_open(report, p->name, headings);
    for (cl_uint i = 0; i < count; i++) {
        const worker *w = &workers[i];
        char *name = ocl_device_text(w->device, CL_DEVICE_NAME);
        ocl_table_row(&table, "%6u %10zu %8.2f %10.4f  %-s", i, w->units,
                      100.0 * (double)w->units / (double)p->units, ocl_median_ns(&w->times) / 1e6,
                      name);
        free(name);
    }
}
