// SPDX-License-Identifier: MIT

#include "ls_report.h"

#include "gnuplot.h"

// --- tables

// The fewest correct digits of some numbers.
static double fewest_digits(const double *got, const double *want, int count)
{
    double fewest = 15.0;
    for (int i = 0; i < count; i++)
        fewest = fmin(fewest, ls_digits(got[i], want[i]));
    return fewest;
}

static int fewest_certain(const double *values, const double *limits, int count)
{
    int fewest = 15;
    for (int i = 0; i < count; i++) {
        const int digits = ls_certain_digits(values[i], limits[i]);
        fewest = digits < fewest ? digits : fewest;
    }
    return fewest;
}

static void report_digits(ocl_report *report, const ls_fit *want, const ls_found *found,
                          size_t count)
{
    const int terms = want->degree + 1;
    ocl_table table =
        ocl_table_open(report, "digits", "correct digits of, coefficients, deviations, promised");
    for (size_t v = 0; v < count; v++) {
        const ls_fit *got = &found[v].fit;
        const char *name = found[v].name;
        if (!name) continue;
        const double digits = fewest_digits(got->a, want->a, terms);
        const int promised = fewest_certain(got->a, found[v].limits.a, terms);
        if (isnan(want->residual))
            ocl_table_row(&table, "%-17s %.1f %s %d", name, digits, "none", promised);
        else
            ocl_table_row(&table, "%-17s %.1f %.1f %d", name, digits,
                          fewest_digits(got->deviation, want->deviation, terms), promised);
    }
}

// How far a number may be off: as far as it is from that of the reference, and as far as this one
// may be off.  NaN where there is no such number.
static double reach(double got, double want, double limit)
{
    if (isnan(want)) return (double)NAN;
    return isnan(got) ? (double)INFINITY : limit + fabs(got - want);
}

static ls_limits confirm(const ls_answer *right, const ls_fit *fit)
{
    const ls_fit *ref = &right->fit;
    const ls_limits *of_ref = &right->limits;
    float errors[LS_ERRORS];
    ls_limits limits = { .curve = of_ref->curve };
    ls_errors(errors, fit, ref, &right->range);
    for (int i = 0; i < LS_ERRORS; i++)
        limits.curve = fmax(limits.curve, (double)errors[i]);
    for (int i = 0; i <= fit->degree; i++) {
        limits.a[i] = reach(fit->a[i], ref->a[i], of_ref->a[i]);
        limits.deviation[i] = reach(fit->deviation[i], ref->deviation[i], of_ref->deviation[i]);
    }
    limits.r2 = reach(fit->r2, ref->r2, of_ref->r2);
    limits.residual = reach(fit->residual, ref->residual, of_ref->residual);
    return limits;
}

static void report_curve(const ls_fit *fit, const ls_limits *limits, ocl_report *report)
{
    ocl_table table = ocl_table_open(report, "curve", "coefficient, value, standard deviation");
    for (int i = 0; i <= fit->degree; i++) {
        const char name[] = { 'a', (char)('0' + i), '\0' };
        ocl_table_row(&table, "%-11s %21s %21s", name, ls_show(fit->a[i], limits->a[i]).text,
                      ls_show(fit->deviation[i], limits->deviation[i]).text);
    }
    ocl_report_fact(report, "R2", "%s", ls_show(fit->r2, limits->r2).text);
    ocl_report_fact(report, "residual standard deviation", "%s",
                    ls_show(fit->residual, limits->residual).text);
}

// --- the chart

enum { MAX_POINTS = 2000, CURVE_POINTS = 200, FEW_POINTS = 200, HEIGHT = 540 };

typedef struct {
    const ls_fit *fit;
    const ls_limits *limits;
} scatter_curve;

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

static void draw_scatter(const ocl_report *report, const xy_points *points,
                         const scatter_curve *curve, const char *path)
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

void ls_report(ocl_report *report, const ls_answer *right, const ls_found *found, size_t count,
               const xy_points *points, const char *path)
{
    const ls_fit *fit = NULL;
    for (size_t v = 0; v < count; v++)
        if (found[v].name) fit = &found[v].fit;
    if (!fit) return;
    report_digits(report, &right->fit, found, count);
    const ls_limits limits = confirm(right, fit);
    report_curve(fit, &limits, report);
    const scatter_curve curve = { fit, &limits };
    if (path) draw_scatter(report, points, &curve, path);
}
