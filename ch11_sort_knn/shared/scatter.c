// SPDX-License-Identifier: MIT

#include "scatter.h"

#include "gnuplot.h"

enum { MAX_POINTS = 2000, CURVE_POINTS = 200, FEW_POINTS = 200, HEIGHT = 540 };

static void append_point(ocl_growing *script, double x, double y)
{
    ocl_append_format(script, "%.10g %.10g\n", x, y);
}

// The name of x (0) or y (1).
static const char *name_of(const xy_points *points, int axis)
{
    static const char *const OWN[] = { "x", "y" };
    return points->names[axis][0] ? points->names[axis] : OWN[axis];
}

static bool is_certain(const scatter_curve *curve)
{
    return curve->limits->curve < 0.05;
}

static void append_data(ocl_growing *script, const xy_points *points, const scatter_curve *curve)
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
        const double y = (double)ls_at(curve->fit, x);
        if (is_certain(curve) && isfinite(y)) append_point(script, x, y);
    }
    ocl_append_text(script, "EOD\n");
}

// + a x^power, or - a x^power
static void append_term(ocl_growing *title, const scatter_curve *curve, int power, const char *x)
{
    const double a = curve->fit->a[power];
    const int certain = ls_certain_digits(a, curve->limits->a[power]);
    if (power > 0) ocl_append_text(title, certain > 0 && a < 0.0 ? " - " : " + ");
    if (certain > 0)
        ocl_append_format(title, "%.*g", certain < 6 ? certain : 6, power == 0 ? a : fabs(a));
    else
        ocl_append_text(title, "?");
    if (power > 0) ocl_append_format(title, " %s%s", x, power == 2 ? "^2" : "");
}

void draw_scatter(const ocl_report *report, const xy_points *points, const scatter_curve *curve,
                  const char *path)
{
    ocl_growing script = { 0 }, title = { 0 };
    char *device = ocl_report_device(report);
    ocl_append_format(&title, "%s = ", name_of(points, 1));
    for (int i = 0; i <= curve->fit->degree; i++)
        append_term(&title, curve, i, name_of(points, 0));
    append_data(&script, points, curve);
    ocl_append_title(&script, title.text, device);
    ocl_append_text(&script, "set xlabel ");
    ocl_append_quoted(&script, name_of(points, 0));
    ocl_append_text(&script, "\nset ylabel ");
    ocl_append_quoted(&script, name_of(points, 1));
    ocl_append_text(&script, "\nset border 3\nset xtics nomirror\n"
                             "set ytics nomirror\nset grid linecolor rgb '#d8d8d8'\n"
                             "set key outside right top\nset offsets graph 0.03, graph 0.03\n"
                             "plot ");
    if (is_certain(curve))
        ocl_append_text(&script, "$curve with lines linewidth 2.5 linecolor rgb '#d55e00' "
                                 "title 'curve', ");
    ocl_append_text(&script, "$points with points pointtype 7 linecolor rgb '#0072b2' ");
    ocl_append_text(&script, points->n > FEW_POINTS ? "pointsize 0.4" : "pointsize 1.2");
    ocl_append_text(&script, " title 'points'\n");
    ocl_message why;
    if (!ocl_plot(&script, HEIGHT, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(title.text);
    free(script.text);
    free(device);
}
