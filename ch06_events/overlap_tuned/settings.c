// SPDX-License-Identifier: MIT

#include "settings.h"

const char *const OVERLAP_VARIANTS[] = { "one_buffer", "two_buffers", "three_buffers", NULL };
const char *const OVERLAP_MEMORIES[] = { "pinned", "pageable", "both", NULL };

enum { BLOCKS = 64 };

// Of the stream, a prime number of uints.  On a GPU a block has 4 MiB: it takes long compared with
// the cost of a command.
enum { CPU_BYTES = 4 * 16777213, GPU_BYTES = 4 * 67108859 };

ocl_options overlap_parse(int argc, char **argv, overlap_settings *settings)
{
    *settings = (overlap_settings){ .memory = BOTH };
    const ocl_option own[] = {
        { .usage =
              "-b, --block N: bytes of a block, in whole uints (default: a 64th of the stream)",
          .count = &settings->block },
        { .usage = "-w, --work N: kernel steps (default: for as long as the longer transfer)",
          .count = &settings->steps },
        { .usage = "-m, --memory NAME: kind of host memory",
          .choice = &settings->memory,
          .choices = OVERLAP_MEMORIES },
        { 0 }
    };
    const ocl_about about = { .name = "overlap_tuned",
                              .summary = "Transfers hidden behind kernels.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "bytes of the stream, rounded up to whole uints",
                              .extents = 1,
                              .variants = OVERLAP_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { CPU_BYTES }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (settings->steps > MAX_STEPS) ocl_exit(OCL_EXIT_USAGE, "--work: at most %d", (int)MAX_STEPS);
    return opt;
}

void overlap_size(overlap_settings *settings, const ocl_env *env)
{
    ocl_options opt = *env->options;
    if (!opt.size_given && !ocl_is_cpu(env->device)) opt.n[0] = GPU_BYTES;
    ocl_fit_default_size(env, &opt, (ocl_pass){ .transfers = (double)opt.n[0] });
    const size_t bytes = opt.n[0];
    ocl_require_memory(env->device, (double)bytes, 5.0 * (double)bytes, 3.0 * (double)bytes);
    const size_t block_bytes = settings->block ? settings->block : ocl_divide_up(bytes, BLOCKS);
    settings->n = ocl_divide_up(bytes, sizeof(cl_uint));
    settings->block = ocl_divide_up(block_bytes < bytes ? block_bytes : bytes, sizeof(cl_uint));
}
