// SPDX-License-Identifier: MIT

#include "settings.h"

#include "gnuplot.h"

// The picture of the chart is so small, and the runs are so few, that a CPU gets through most
// widths in time.
enum { DEFAULT_WIDTH = 9, CHART_COLUMNS = 192, CHART_ROWS = 128, CHART_REPEAT = 5 };

const char *const CONVOLUTION_BORDERS[] = { "edge", "zero", NULL };

static void read_filter(convolution_filter *filter, const char *path)
{
    static const ocl_file_form form = { .text = "lines of numbers", .most = 1 << 20 };
    unsigned char *text;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file_as(path, &form, &text, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "--filter: %s; the names are " CONVOLUTION_FILTERS, why.text);
    if (!convolution_filter_parse(filter, (const char *)text, bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    free(text);
}

convolution_settings convolution_parse(int argc, char **argv, const ocl_about *sample,
                                       const size_t *widths)
{
    convolution_settings s = { .pattern = OCL_PHOTO, .filter_name = "gaussian", .widths = widths };
    size_t width = 0;
    const ocl_option own[] = {
        { .usage =
              "-f, --filter NAME: " CONVOLUTION_FILTERS ", or a file with N lines of N numbers",
          .text = &s.filter_name },
        { .usage = "-w, --width N: of a filter with a name, 1 to 64 (default 9)", .count = &width },
        { .usage = "-b, --border NAME: what is outside of the picture: its edge, or zeros",
          .choice = &s.border,
          .choices = CONVOLUTION_BORDERS },
        { .usage = "--chart FILE: draw times over the width of the filter, and nothing else",
          .text = &s.chart },
        OCL_PATTERN_OPTION(&s.pattern),
        { 0 },
    };
    ocl_about about = *sample;
    about.accepts = "dniorVks";
    about.writes = OCL_PICTURE_FILE;
    about.size_help = "pixels: make a picture of this size, read none";
    about.extents = 2;
    about.seeds_more = true;    // a random filter
    about.own = own;
    s.options = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 10, .seed = 1 });

    if (width > MAX_WIDTH) ocl_exit(OCL_EXIT_USAGE, "--width: at most %d", MAX_WIDTH);
    const bool named = convolution_filter_make(&s.filter, s.filter_name,
                                               width ? width : DEFAULT_WIDTH, s.options.seed + 1);
    if (!named && width) ocl_exit(OCL_EXIT_USAGE, "--width: a filter of a file has its own width");
    if (!named && s.chart) ocl_exit(OCL_EXIT_USAGE, "--chart: needs a filter with a name");
    if (!named) read_filter(&s.filter, s.filter_name);
    if (s.chart && (width || s.options.output))
        ocl_exit(OCL_EXIT_USAGE, "--chart: takes neither --width nor --output");
    ocl_message why;
    if (s.chart && (!ocl_can_plot(s.chart, &why) || !ocl_can_write_file(s.chart, &why)))
        ocl_exit(OCL_EXIT_USAGE, "--chart: %s", why.text);
    if (s.chart && !s.options.size_given && !s.options.input) {
        s.options.n[0] = CHART_COLUMNS;
        s.options.n[1] = CHART_ROWS;
        s.options.size_given = true;
    }
    if (s.chart && !s.options.repeat_given) s.options.repeat = CHART_REPEAT;
    return s;
}

bool convolution_next_filter(convolution_settings *s, ocl_report *report, double end_ns)
{
    const double now_ns = ocl_wall_ns();
    const size_t number = s->tried++;
    if (!s->chart) return number == 0;
    if (number > 0) s->longest_ns = fmax(s->longest_ns, now_ns - s->begin_ns);
    s->begin_ns = now_ns;
    const size_t width = s->widths[number];
    if (width == 0) return false;
    if (number >= 2 && now_ns + s->longest_ns > end_ns) {
        ocl_report_note(report, "the chart has %zu widths; the next run may have time for more",
                        number);
        return false;
    }
    return convolution_filter_make(&s->filter, s->filter_name, width, s->options.seed + 1);
}

void convolution_row_name(char name[64], const convolution_settings *s, const char *variant)
{
    if (s->chart)
        snprintf(name, 64, "%s %zu", variant, s->filter.n);
    else
        snprintf(name, 64, "%s", variant);
}
