// SPDX-License-Identifier: MIT

#include "knn_settings.h"

#include "knn_table.h"

static const char *const LAYOUTS[] = { "clusters", "uniform", "same", "approach", NULL };
static const char *const ACCESSES[] = { "auto", "contiguous", "strided", NULL };

static void require_at_most(const char *option, size_t value, size_t most)
{
    if (value > most) ocl_exit(OCL_EXIT_USAGE, "--%s %zu: give at most %zu", option, value, most);
}

void knn_parse(knn_settings *s, int argc, char **argv, const knn_about *about)
{
    const ocl_option query = { .usage = "-x, --query A,B: the point whose class is asked for",
                               .text = &s->query };
    const ocl_option queries = { .usage = "-m, --queries N: points whose class is asked for",
                                 .count = &s->queries };
    const ocl_option own[] = {
        { .usage = "-K, --neighbours N: that vote on the class, at most 64", .count = &s->k },
        { .usage = "-R, --root: as many neighbours as the root of the number of points",
          .flag = &s->root },
        about->one_query ? query : queries,
        { .usage = "-D, --dimensions N: coordinates of a point, at most 64",
          .count = &s->dimensions,
          .excludes = 'i' },
        { .usage = "-c, --classes N: of the points that are made",
          .count = &s->classes,
          .excludes = 'i' },
        { .usage = "-p, --layout NAME: where the points that are made lie",
          .choice = &s->layout,
          .choices = LAYOUTS,
          .excludes = 'i' },
        { .usage = "-a, --access NAME: how work-items share the points",
          .choice = &s->access,
          .choices = ACCESSES },
        { .usage = "-f, --features A,B: two of the file's features, such as 3,4",
          .text = &s->features },
        { .usage = NULL },
    };
    const ocl_about all = { .name = about->name,
                            .summary = about->summary,
                            .accepts = about->one_query ? "dnirVks" : "dniorVks",
                            .writes = OCL_CHART_FILE,
                            .size_help = "points with a known class",
                            .extents = 1,
                            .variants = about->variants,
                            .own = own };
    s->options = ocl_parse(argc, argv, &all, s->options);
    s->one_query = about->one_query;
    require_at_most("neighbours", s->k, MAX_K);
    require_at_most("dimensions", s->dimensions, MAX_FEATURES);
    require_at_most("classes", s->classes, MAX_CLASSES);
    require_at_most("size", s->options.n[0], UINT32_MAX / 2);
    require_at_most("queries", s->queries, UINT32_MAX / 2);
    if (s->features && !s->options.input)
        ocl_exit(OCL_EXIT_USAGE, "--features: give --input, the file that has them");
    if (s->options.input && s->options.size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; leave out one of them");
}

void knn_require_memory(cl_device_id device, const knn_settings *s)
{
    const double n = (double)s->options.n[0], m = (double)s->queries, lists = 8.0 * (double)s->k;
    const double points = 4.0 * n * (double)s->dimensions, keys = 16.0 * n, parts = 4.0 * m * lists;
    ocl_require_memory(device, fmax(points, fmax(keys, parts)), points + 2.0 * keys + 3.0 * parts,
                       4.0 * points + parts);
}
