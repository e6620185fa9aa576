// SPDX-License-Identifier: MIT

#include "shared/scatter.h"

#include "gnuplot.h"

enum { MAX_POINTS = 2000, CURVE_POINTS = 200, FEW_POINTS = 200, HEIGHT = 540 };

static void append_point(ocl_growing *script, double x, double y)
{
    char text[64];
    snprintf(text, sizeof text, "%.10g %.10g\n", x, y);
    ocl_append_text(script, text);
}

static void append_data(ocl_growing *script, const xy_points *points, const ls_fit *fit)
{
    const ls_range range = ls_find_range(points);
    const size_t step = ocl_divide_up(points->n, MAX_POINTS);
    ocl_append_text(script, "$points << EOD\n");
    for (size_t i = 0; i < points->n; i += step)
        append_point(script, points->x[i], points->y[i]);
    ocl_append_text(script, "EOD\n$curve << EOD\n");
    for (int i = 0; i <= CURVE_POINTS; i++) {
        const double part = (double)i / CURVE_POINTS;
        const double x = range.x[0] * (1.0 - part) + range.x[1] * part;
        const double y = (double)ls_at(fit, x);
        if (isfinite(y)) append_point(script, x, y);
    }
    ocl_append_text(script, "EOD\n");
}

static char sign_of(double value)
{
    return value < 0.0 ? '-' : '+';
}

static void title_of(char *title, size_t room, const ls_fit *fit)
{
    const double *a = fit->a;
    int used = snprintf(title, room, "y = %.6g %c %.6g x", a[0], sign_of(a[1]), fabs(a[1]));
    if (fit->degree > 1 && used > 0 && (size_t)used < room)
        snprintf(title + used, room - (size_t)used, " %c %.6g x^2", sign_of(a[2]), fabs(a[2]));
}

void draw_scatter(const ocl_report *report, const xy_points *points, const ls_fit *fit,
                  const char *path)
{
    ocl_growing script = { 0 };
    char title[128], *device = ocl_report_device(report);
    title_of(title, sizeof title, fit);
    append_data(&script, points, fit);
    ocl_append_title(&script, title, device);
    ocl_append_text(&script,
                    "set xlabel 'x'\nset ylabel 'y'\nset border 3\nset xtics nomirror\n"
                    "set ytics nomirror\nset grid linecolor rgb '#d8d8d8'\n"
                    "set key outside right top\nset offsets graph 0.03, graph 0.03\n"
                    "plot $curve with lines linewidth 2.5 linecolor rgb '#d55e00' title 'curve', "
                    "$points with points pointtype 7 linecolor rgb '#0072b2' ");
    ocl_append_text(&script, points->n > FEW_POINTS ? "pointsize 0.4" : "pointsize 1.2");
    ocl_append_text(&script, " title 'points'\n");
    ocl_message why;
    if (!ocl_plot(&script, HEIGHT, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(script.text);
    free(device);
}
