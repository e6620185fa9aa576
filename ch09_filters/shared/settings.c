// SPDX-License-Identifier: MIT

#include "settings.h"

enum { MAX_OWN = 4 };

static const char *const FORMATS[] = { "rgba", "grey", "float", NULL };
static const char *const BORDERS[] = { "edge", "reflect", "zero", NULL };
static const char PHOTO[] = "astronaut.bmp";    // in data/

filter_settings filter_parse(int argc, char **argv, ocl_about *about, filter_kind kind)
{
    filter_settings s = { .kind = kind, .window = 3 };
    ocl_option own[MAX_OWN + 5] = {
        { .usage = "-f, --format FORMAT: of the picture on the device",
          .choice = &s.format,
          .choices = FORMATS },
        OCL_PATTERN_OPTION(&s.pattern),
    };
    size_t count = 2;
    if (kind != FILTER_POINTS)
        own[count++] = (ocl_option){ .usage = "-b, --border BORDER: what lies outside the picture",
                                     .choice = &s.border,
                                     .choices = BORDERS };
    if (kind == FILTER_WINDOWS)
        own[count++] = (ocl_option){ .usage = "-w, --window N: side of the window, 3, 5, ... 31",
                                     .count = &s.window };
    for (const ocl_option *more = about->own; more && more->usage; more++)
        own[count++] = *more;
    about->own = own;
    about->accepts = "dniorVks";
    about->writes = OCL_PICTURE_FILE;
    about->size_help = "pixels: make a picture of this size, read none";
    about->extents = 2;
    s.options = ocl_parse(argc, argv, about, (ocl_options){ .repeat = 10, .seed = 1 });
    about->own = NULL;    // it ends with this function
    if (s.window % 2 == 0 || s.window < 3 || s.window > MAX_WINDOW)
        ocl_exit(OCL_EXIT_USAGE, "--window %zu: give an odd number from 3 to %d", s.window,
                 MAX_WINDOW);
    return s;
}

plane filter_input(const ocl_env *env, const filter_settings *settings, size_t copies)
{
    ocl_picture picture = ocl_input_picture(env, settings->pattern, PHOTO);
    plane in = plane_from_picture(&picture, (plane_format)settings->format);
    ocl_picture_free(&picture);
    const double rows = (double)filter_rows(&in).bytes;
    ocl_require_memory(env->device, rows, 2.0 * rows, (double)(copies * plane_bytes(&in)));
    return in;
}

filter_rows_layout filter_rows(const plane *p)
{
    filter_rows_layout rows = { .margin = ROW_ALIGNMENT };
    rows.pitch = ocl_round_up(p->width * p->pixel_bytes, ROW_ALIGNMENT);
    rows.bytes = rows.pitch * p->height + 2 * rows.margin;
    return rows;
}

const char *filter_build_options(char text[256], const filter_settings *settings)
{
    snprintf(text, 256, "-DFORMAT=%zu -DBORDER=%zu -DWINDOW=%zu", settings->format,
             settings->border, settings->window);
    return text;
}

ocl_report *filter_report(const ocl_env *env, const filter_settings *settings, const plane *in)
{
    ocl_report *report = ocl_report_open(&settings->options, env->device);
    ocl_report_count(report, "width", in->width);
    ocl_report_count(report, "height", in->height);
    ocl_report_text(report, "format", FORMATS[settings->format]);
    if (settings->kind != FILTER_POINTS)
        ocl_report_text(report, "border", BORDERS[settings->border]);
    if (settings->kind == FILTER_WINDOWS) ocl_report_count(report, "window", settings->window);
    return report;
}
