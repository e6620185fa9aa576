// SPDX-License-Identifier: MIT

#include "settings.h"

enum { MAX_THREADS = 256 };

const char *const HOST_THREADS_VARIANTS[] = { "kernel_each", "clone_each", "one_queue", "lock",
                                              NULL };

ocl_options host_threads_parse(int argc, char **argv, host_threads_settings *settings)
{
    *settings = (host_threads_settings){ .threads = 4, .launches = 500 };
    const ocl_option own[] = {
        { .usage = "--threads N: threads of the host", .count = &settings->threads },
        { .usage = "--launches N: launches of each thread", .count = &settings->launches },
        { .usage = "--race: first share a kernel without a lock: undefined, may crash",
          .flag = &settings->race },
        { 0 },
    };
    const ocl_about about = { .name = "host_threads",
                              .summary = "Threads of the host share a context, not a kernel.",
                              .accepts = "dnrVk",
                              .size_help = "elements per launch",
                              .extents = 1,
                              .variants = HOST_THREADS_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1003 }, .repeat = 5 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (settings->threads > MAX_THREADS)
        ocl_exit(OCL_EXIT_USAGE, "--threads %zu: at most %d", settings->threads, MAX_THREADS);
    return opt;
}

ocl_report *host_threads_report(const ocl_env *env, host_threads_settings *settings)
{
    const char *variant = env->options->variant;
    if (variant && strcmp(variant, "clone_each") == 0 && ocl_device_version(env->device) < 21)
        ocl_exit(OCL_EXIT_SKIP, "clone_each: clCloneKernel needs OpenCL 2.1");
    const bool alone = settings->threads > 1 && ocl_known_fault(env->device, "threads of the host");
    if (alone) settings->threads = 1;
    const double bytes = sizeof(cl_uint) * (double)settings->threads * (double)settings->launches *
                         (double)env->options->n[0];
    ocl_require_memory(env->device, bytes, bytes, 2.0 * bytes);
    ocl_report *report = ocl_report_open(env->options, env->device);
    ocl_report_count(report, "threads", settings->threads);
    ocl_report_count(report, "launches each", settings->launches);
    ocl_report_count(report, "elements per launch", env->options->n[0]);
    if (alone) ocl_report_note(report, "this driver is not made for several threads: one runs");
    return report;
}
