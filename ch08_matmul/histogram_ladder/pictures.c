// SPDX-License-Identifier: MIT

#include "pictures.h"

enum { ALL = MAX_PICTURES, MAX_LOADS = 16 };

// The first four are in the order of OCL_PATTERNS.
static const char *const PATTERNS[] = { "noise", "gradient", "constant", "photo", "all", NULL };

ladder_settings ladder_parse(int argc, char **argv)
{
    size_t pattern = ALL;
    ladder_settings s = { .sizes = HISTOGRAM_SIZES, .copies = 1 };
    const ocl_option own[] = {
        { .usage = "-p, --pattern NAME: of the generated pictures",
          .choice = &pattern,
          .choices = PATTERNS,
          .excludes = 'i' },
        { .usage = "--pictures N: copies to read in turn, at most 64", .count = &s.copies },
        { .usage = "--local-memory N: bytes per work-group, at most",
          .count = &s.sizes.local_memory },
        { .usage = "--local-size N: work-items per work-group, at most",
          .count = &s.sizes.local_size },
        { .usage = "--groups N: work-groups per compute unit, from in_flight on",
          .count = &s.sizes.groups },
        { .usage = "--loads N: 16-byte loads in flight, from in_flight on",
          .count = &s.sizes.loads },
        { 0 },
    };
    const ocl_about about = { .name = "histogram_ladder",
                              .summary = "Counts the colours of pictures, each rung faster: a "
                                         "ladder for GPUs and one for CPUs.",
                              .accepts = "dniorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "pixels of the pictures",
                              .extents = 2,
                              .variants = histogram_names(),
                              .own = own };
    const ocl_options defaults = { .n = { 1919, 1081 }, .repeat = 10, .seed = 1 };
    s.options = ocl_parse(argc, argv, &about, defaults);
    if (s.options.kernel && ocl_wants(&s.options, "all"))
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    if (s.copies > MAX_COPIES) ocl_exit(OCL_EXIT_USAGE, "--pictures: at most %d", MAX_COPIES);
    if (s.sizes.loads > MAX_LOADS) ocl_exit(OCL_EXIT_USAGE, "--loads: at most %d", MAX_LOADS);
    if (!s.options.input) s.options.size_given = true;    // generated, also with the default size

    const bool all = pattern == ALL && !s.options.input;
    const size_t first = pattern == ALL ? 0 : pattern;
    s.pictures = all ? MAX_PICTURES : 1;
    for (size_t p = 0; p < s.pictures; p++) {
        s.patterns[p] = first + p;
        s.picture_names[p] = s.options.input ? "picture" : PATTERNS[first + p];
    }
    return s;
}

ocl_picture ladder_picture(const ocl_env *env, const ladder_settings *settings, size_t p,
                           ocl_report **report)
{
    const ocl_picture picture = ocl_input_picture(env, settings->patterns[p], NULL);
    const double bytes = 4.0 * picture.width * picture.height;
    ocl_require_memory(env->device, bytes, bytes * (double)settings->copies, bytes);
    if (!*report) {
        *report = ocl_report_open(env->options, env->device);
        ocl_report_count(*report, "width", picture.width);
        ocl_report_count(*report, "height", picture.height);
    }
    return picture;
}

void ladder_draw(ocl_report *report, const ocl_env *env, const ladder_settings *settings,
                 const ladder_rates *rates)
{
    const char *names[HISTOGRAM_RUNG_COUNT + 1] = { NULL };
    double gbs[MAX_PICTURES][HISTOGRAM_RUNG_COUNT];
    size_t count = 0;
    for (size_t r = 0; r < HISTOGRAM_RUNG_COUNT; r++) {
        if (!histogram_wants(env, &HISTOGRAM_RUNGS[r])) continue;
        names[count] = HISTOGRAM_RUNGS[r].name;
        for (size_t p = 0; p < settings->pictures; p++)
            gbs[p][count] = rates->gbs[p][r];
        count++;
    }

    ocl_series series[MAX_PICTURES];
    for (size_t p = 0; p < settings->pictures; p++)
        series[p] = (ocl_series){ .label = settings->picture_names[p],
                                  .y = gbs[p],
                                  .count = count,
                                  .colour = ocl_palette(settings->patterns[p]) };
    const ocl_chart chart = { .title = "Histogram, one step at a time",
                              .y_label = "GB/s",
                              .series = series,
                              .series_count = settings->pictures,
                              .log_y = true,
                              .names = names };
    ocl_output_bars(report, &chart, settings->options.output);
}
