// SPDX-License-Identifier: MIT

#include "settings.h"

const char *const WORK_SHARING_VARIANTS[] = { "saxpy", "matmul", NULL };

// Vectors of M * N elements; matrices of M x N, M x K and K x N.
static const size_t CPU_SIZE[] = { 4099, 1031, 67 }, GPU_SIZE[] = { 8191, 8209, 4099 };

ocl_options work_sharing_parse(int argc, char **argv, work_sharing_settings *settings)
{
    *settings = (work_sharing_settings){ .devices = 0, .parts = 0 };
    const ocl_option own[] = {
        { .usage = "--devices N: at most N devices (default: all)", .count = &settings->devices },
        { .usage = "--sub-devices N: parts of the chosen device (default: 2 if it is the only one)",
          .count = &settings->parts },
        { 0 }
    };
    const ocl_about about = { .name = "work_sharing",
                              .summary = "Work divided among several devices by their speed.",
                              .accepts = "dnrVks",
                              .size_help = "matrices of MxN, MxK, KxN; vectors of M * N",
                              .extents = 3,
                              .variants = WORK_SHARING_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { CPU_SIZE[0], CPU_SIZE[1], CPU_SIZE[2] },
                                   .repeat = 5,
                                   .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (settings->devices > 0 && settings->parts > 0)
        ocl_exit(OCL_EXIT_USAGE, "--devices and --sub-devices exclude each other: give one");
    return opt;
}

const size_t *work_sharing_size(const ocl_options *opt, cl_device_id device)
{
    return opt->size_given || ocl_is_cpu(device) ? opt->n : GPU_SIZE;
}
