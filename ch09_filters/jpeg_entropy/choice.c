// SPDX-License-Identifier: MIT

#include "choice.h"

enum {
    MIN_BITS = 32,    // a symbol has at most 31
    MAX_GROUP = 1024,
    MAX_LEAD = 1 << 20
};

const char *const JPEG_WAYS[] = { "intervals", "synchronise", "picture", NULL };

ocl_options jpeg_ways_parse(int argc, char **argv, jpeg_prescribed *prescribed)
{
    *prescribed = (jpeg_prescribed){ 0 };
    const ocl_option own[] = {
        { .usage = "-b, --subsequence BITS: that a work-item decodes",
          .count = &prescribed->subsequence_bits },
        { .usage = "-g, --group N: subsequences per work-group", .count = &prescribed->group },
        { .usage = "-e, --lead BITS: before a subsequence, decoded for a better guess",
          .count = &prescribed->lead },
        { 0 }
    };
    static ocl_about about = {
        .name = "jpeg_entropy",
        .summary = "Decodes the Huffman codes of a JPEG file on the device.",
        .accepts = "dirVk",
        .variants = JPEG_WAYS,
    };
    about.own = own;
    const ocl_options options = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5 });
    about.own = NULL;    // its target may be gone when this is used again
    if (prescribed->subsequence_bits && prescribed->subsequence_bits < MIN_BITS)
        ocl_exit(OCL_EXIT_USAGE, "--subsequence: at least %d bits", MIN_BITS);
    if (prescribed->group > MAX_GROUP)
        ocl_exit(OCL_EXIT_USAGE, "--group: at most %d subsequences", MAX_GROUP);
    if (prescribed->lead > MAX_LEAD) ocl_exit(OCL_EXIT_USAGE, "--lead: at most %d bits", MAX_LEAD);
    return options;
}

bool jpeg_way_wanted(const ocl_options *options, ocl_report *report, const jpeg_file *file,
                     size_t way)
{
    if (!ocl_wants(options, JPEG_WAYS[way])) return false;
    const bool restarts = file->segment_count > file->scan_count;
    if (way != JPEG_INTERVALS || restarts || !ocl_wants(options, "all")) return true;
    ocl_report_note(report, "intervals: left out, as the file has no restart markers; "
                            "--variant intervals decodes it in one work-item");
    return false;
}
