// SPDX-License-Identifier: MIT

#include "sort_options.h"

enum { DEFAULT_KEYS = 1000003, PAIRS_ROW = KEYS_OPTIONS - 1 };    // a prime; the last row of keys.h

ocl_options sort_parse(int argc, char **argv, const sort_program *program, keys_settings *keys)
{
    ocl_option rows[KEYS_OPTIONS + MAX_SORT_OPTIONS + 1] = { { .usage = NULL } };
    keys_add_options(rows, keys);
    size_t count = program->keys_alone ? PAIRS_ROW : KEYS_OPTIONS;
    rows[count] = (ocl_option){ .usage = NULL };
    for (const ocl_option *own = program->own; own->usage; own++)
        rows[count++] = *own;

    const ocl_about about = { .name = program->name,
                              .summary = program->summary,
                              .accepts = program->draws ? "dnorVks" : "dnrVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "keys",
                              .extents = 1,
                              .variants = program->variants,
                              .own = rows };
    const ocl_options defaults = { .n = { DEFAULT_KEYS }, .repeat = program->repeat, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

ocl_option sort_group_option(size_t *group)
{
    return (ocl_option){ .usage = "-g, --group N: work-items per work-group, a power of two",
                         .count = group };
}

void sort_require_group(size_t group)
{
    if (group & (group - 1))
        ocl_exit(OCL_EXIT_USAGE, "--group %zu: give a power of two, such as 64", group);
}

size_t sort_choose_group(size_t group, size_t usual, cl_device_id device)
{
    const size_t chosen = ocl_group_size(device, group > 0 ? group : usual);
    if (chosen < group)
        ocl_exit(OCL_EXIT_USAGE, "--group %zu: this device has at most %zu", group, chosen);
    return chosen;
}

void sort_require_room(size_t group, size_t most)
{
    if (most < group)
        ocl_exit(OCL_EXIT_USAGE,
                 "--group %zu: the local memory of this device is enough for at most %zu", group,
                 most);
}
