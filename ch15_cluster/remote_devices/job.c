// SPDX-License-Identifier: MIT

#include "job.h"

ocl_options job_parse(int argc, char **argv, job_settings *set)
{
    *set = (job_settings){ .steps = 20, .most_bytes = (size_t)4 << 20 };
    const ocl_option own[] = {
        { .usage = "--steps N: steps of arithmetic for each number", .count = &set->steps },
        { .usage = "--transfer N: bytes of the largest transfer that is measured",
          .count = &set->most_bytes },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "remote_devices",
                              .summary = "What commands cost on devices near and far.",
                              .accepts = "dnoks",
                              .size_help = "numbers of a request",
                              .extents = 1,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 9, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

job job_open(const ocl_options *opt, const job_settings *set)
{
    job j = { .n = opt->n[0], .steps = (cl_uint)set->steps };
    j.y = ocl_alloc(j.n * sizeof *j.y);
    j.x = ocl_alloc(j.n * sizeof *j.x);
    j.ref = ocl_alloc(j.n * sizeof *j.ref);
    ocl_fill_u32(j.x, j.n, opt->seed);
    return j;
}

void job_close(job *j)
{
    free(j->ref);
    free(j->x);
    free(j->y);
}

void remote_devices_ref(uint32_t *y, const uint32_t *x, uint32_t steps, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t v = x[i];
        for (uint32_t step = 0; step < steps; step++) {
            v = v * 1664525u + 1013904223u;
            v ^= v >> 16;
        }
        y[i] = v;
    }
}
