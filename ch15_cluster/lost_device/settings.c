// SPDX-License-Identifier: MIT

#include "settings.h"

const char *const JOB_NAMES[] = { "well", "fails", "silent", NULL };

ocl_options lost_parse(int argc, char **argv, lost_settings *set)
{
    *set = (lost_settings){ .pieces = 16, .deadline_ms = 1000, .runs = 1 };
    const ocl_option own[] = {
        { .usage = "--pieces N: pieces of the job", .count = &set->pieces },
        { .usage = "--workers N: share the job out among so many (default: one per device of the "
                   "platform, at least 2)",
          .count = &set->workers },
        { .usage = "--deadline N: milliseconds without an answer after which a device is lost",
          .count = &set->deadline_ms },
        { .usage = "--runs N: do each job so many times", .count = &set->runs },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "lost_device",
                              .summary = "A job in pieces goes on when a device is lost.",
                              .accepts = "dnVks",
                              .size_help = "numbers of the job",
                              .extents = 1,
                              .variants = JOB_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 300007 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (set->workers > MAX_WORKERS) ocl_exit(OCL_EXIT_USAGE, "--workers: at most %d", MAX_WORKERS);
    return opt;
}
