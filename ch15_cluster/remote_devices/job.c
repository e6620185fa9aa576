// SPDX-License-Identifier: MIT

#include "job.h"

ocl_options job_parse(int argc, char **argv, job_settings *set)
{
    *set = (job_settings){ .steps = 20, .most_bytes = (size_t)4 << 20 };
    const ocl_option own[] = {
        { .usage = "--steps N: steps of arithmetic for each number", .count = &set->steps },
        { .usage = "--transfer N: bytes of the largest transfer that is measured",
          .count = &set->most_bytes },
        { .usage = "--deadline N: seconds without an answer after which a device is lost "
                   "(default: 6 if one is remote, else none)",
          .count = &set->deadline_s },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "remote_devices",
                              .summary = "One job on all devices of a platform, near or far.",
                              .accepts = "dnoks",
                              .size_help = "numbers of the job",
                              .extents = 1,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 9, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

cl_program job_build(const ocl_options *opt, cl_context context, cl_uint count,
                     const cl_device_id *devices)
{
    const char *name = "remote_devices.cl";
    char *source = ocl_load_source(opt, name);
    const char *text = source;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(context, 1, &text, NULL, &err));
    err = clBuildProgram(program, count, devices, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, opt->kernel ? opt->kernel : name, "clBuildProgram", err);
    free(source);
    return program;
}

void job_device_row(ocl_table *table, cl_uint k, const char *where, cl_device_id device)
{
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    ocl_table_row(table, "%6u  %-18s  %-20s", k, where, name);
    free(name);
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
