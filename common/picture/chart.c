// SPDX-License-Identifier: MIT

#include "chart.h"

#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of a linear axis: MAX_POINT_MARKS marks have room below it, if their distances are at least
// 1 / CLOSEST of its length; and gnuplot would divide MAX_UNITS units or fewer into fractions.
enum { MAX_MARKS = 16, MAX_LEVEL_LETTERS = 60, MAX_POINT_MARKS = 8, CLOSEST = 12, MAX_UNITS = 10 };

static const double LOG_FROM = 10.0;    // greatest by least value where an axis is logarithmic
static const double CLOSE_BY = 0.05;    // of two values that would be drawn on each other

ocl_colour ocl_palette(size_t index)
{
    static const ocl_colour colours[] = {
        { 0, 114, 178 }, { 213, 94, 0 },   { 0, 158, 115 }, { 204, 121, 167 },
        { 230, 159, 0 }, { 86, 180, 233 }, { 0, 0, 0 },     { 136, 136, 136 },
    };
    return colours[index % (sizeof colours / sizeof colours[0])];
}

void ocl_append_quoted(ocl_growing *script, const char *text)
{
    const ocl_printable shown = ocl_make_printable(text, strlen(text));
    ocl_append_text(script, "'");    // in single quotes gnuplot expands nothing
    for (const char *at = shown.text; *at; at++)
        ocl_append(script, *at == '\'' ? "''" : at, *at == '\'' ? 2 : 1);
    ocl_append_text(script, "'");
}

void ocl_append_title(ocl_growing *script, const char *title, const char *subtitle)
{
    if (title || subtitle) ocl_append_text(script, "set title ");
    if (title) ocl_append_quoted(script, title);
    if (title && subtitle) ocl_append_text(script, " . ");
    if (subtitle)    // a line that stays empty: the title's type has one size only
        ocl_append_text(script, "\"\\n \"\nset label ");
    if (subtitle) ocl_append_quoted(script, subtitle);
    if (subtitle)
        ocl_append_text(script, " at graph 0.5, graph 1 center offset character 0, 0.9"
                                " font ',8' textcolor rgb '#606060'");
    if (title || subtitle) ocl_append_text(script, "\n");
}

static void append_label(ocl_growing *script, const char *axis, const char *label)
{
    if (!label) return;
    ocl_append_text(script, "set ");
    ocl_append_text(script, axis);
    ocl_append_text(script, "label ");
    ocl_append_quoted(script, label);
    ocl_append_text(script, "\n");
}

static void append_number(ocl_growing *script, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.10g", value);
    ocl_append_text(script, text);
}

static double x_of(const ocl_series *series, size_t i)
{
    return series->x ? series->x[i] : (double)i;
}

static bool is_drawn(const ocl_chart *chart, const ocl_series *series, size_t i)
{
    const double x = x_of(series, i), y = series->y[i];
    return isfinite(x) && isfinite(y) && (!chart->log_x || x > 0.0) && (!chart->log_y || y > 0.0);
}

typedef struct {
    double least, most;
} value_range;

// Of the values that are drawn; least is infinity when there is none.
static value_range range_of_values(const ocl_chart *chart)
{
    value_range range = { .least = INFINITY, .most = -INFINITY };
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (is_drawn(chart, &chart->series[s], i)) {
                range.least = fmin(range.least, chart->series[s].y[i]);
                range.most = fmax(range.most, chart->series[s].y[i]);
            }
    return range;
}

// What bars and curves have in common.
static bool begin(ocl_growing *script, const ocl_chart *chart, ocl_message *why)
{
    const value_range range = range_of_values(chart);
    if (!isfinite(range.least)) return ocl_refuse(why, "there is no value to draw");
    ocl_append_title(script, chart->title, chart->subtitle);
    append_label(script, "x", chart->x_label);
    append_label(script, "y", chart->y_label);
    ocl_append_text(script, "set grid ytics linecolor rgb '#d8d8d8'\nset border 3\n"
                            "set xtics nomirror\nset ytics nomirror\nset key outside right top\n");
    // Values that are close together need no logarithmic axis: there bars from 0 show how much
    // longer one is than another.  On a logarithmic axis they begin at a power of ten.
    if (chart->log_y && range.most >= LOG_FROM * range.least) {
        ocl_append_text(script, "set logscale y\nset yrange [");
        append_number(script, pow(10.0, floor(log10(range.least))));
        ocl_append_text(script, ":*]\n");
    } else if (chart->top > 0.0) {
        ocl_append_text(script, "set yrange [0:");
        append_number(script, chart->top);
        ocl_append_text(script, "]\n");
    } else if (range.least >= 0.0) {
        ocl_append_text(script, "set yrange [0:*]\n");
    }
    return true;
}

static void append_colour(ocl_growing *script, ocl_colour colour)
{
    char text[40];
    snprintf(text, sizeof text, " linecolor rgb '#%02x%02x%02x'", colour.r, colour.g, colour.b);
    ocl_append_text(script, text);
}

static void append_legend(ocl_growing *script, const char *label)
{
    if (!label) {
        ocl_append_text(script, " notitle");
        return;
    }
    ocl_append_text(script, " title ");
    ocl_append_quoted(script, label);
}

// The last part of `plot`: the horizontal line.
static void append_line(ocl_growing *script, const ocl_chart *chart)
{
    if (chart->line > 0.0) {
        ocl_append_text(script, ", ");
        append_number(script, chart->line);
        ocl_append_text(script, " with lines dashtype 2 linewidth 1.5 linecolor rgb 'black'");
        append_legend(script, chart->line_label);
    }
    ocl_append_text(script, "\n");
}

// One block of data per series, with x and y per line.
static void append_blocks(ocl_growing *script, const ocl_chart *chart)
{
    for (size_t s = 0; s < chart->series_count; s++) {
        const ocl_series *series = &chart->series[s];
        char name[40];
        snprintf(name, sizeof name, "$series%zu << EOD\n", s);
        ocl_append_text(script, name);
        for (size_t i = 0; i < series->count; i++) {
            if (is_drawn(chart, series, i)) {
                append_number(script, x_of(series, i));
                ocl_append_text(script, " ");
                append_number(script, series->y[i]);
            }
            ocl_append_text(script, "\n");    // an empty line interrupts a curve
        }
        ocl_append_text(script, "EOD\n");
    }
}

static bool has_value(const ocl_chart *chart, const ocl_series *series)
{
    for (size_t i = 0; i < series->count; i++)
        if (is_drawn(chart, series, i)) return true;
    return false;
}

// Whether two curves lie on each other at half of their points or more.
static bool is_hidden(const ocl_chart *chart, const ocl_series *below, const ocl_series *above)
{
    size_t near = 0, points = 0;
    for (size_t i = 0; i < below->count && i < above->count; i++) {
        if (x_of(below, i) != x_of(above, i)) return false;
        if (!is_drawn(chart, below, i) || !is_drawn(chart, above, i)) continue;
        points++;
        near += fabs(below->y[i] - above->y[i]) <= CLOSE_BY * fabs(above->y[i]);
    }
    return points > 0 && 2 * near >= points;
}

// A curve is drawn with a wider line for each later one that lies on it: so its colour shows on
// both sides.
static void append_curve_style(ocl_growing *script, const ocl_chart *chart, size_t s)
{
    size_t above = 0;
    for (size_t later = s + 1; later < chart->series_count; later++)
        above += is_hidden(chart, &chart->series[s], &chart->series[later]);
    char style[80];
    snprintf(style, sizeof style, "with linespoints pointtype 7 pointsize %.1f linewidth %zu",
             0.6 + 0.4 * (double)above, 2 + 3 * above);
    ocl_append_text(script, style);
}

// plot $series0 STYLE ..., $series1 STYLE ...  What has no value is not in the legend either.
// Without a style the series are curves.
static void append_plot(ocl_growing *script, const ocl_chart *chart, const char *style)
{
    const char *before = "plot";
    for (size_t s = 0; s < chart->series_count; s++) {
        if (!has_value(chart, &chart->series[s])) continue;
        char name[40];
        snprintf(name, sizeof name, "%s $series%zu ", before, s);
        before = ",";
        ocl_append_text(script, name);
        if (style)
            ocl_append_text(script, style);
        else
            append_curve_style(script, chart, s);
        append_colour(script, chart->series[s].colour);
        append_legend(script, chart->series[s].label);
    }
    append_line(script, chart);
}

// "4K" at 4096: marks at the values of the first series, where these are few and powers of two.
static void append_powers_of_two(ocl_growing *script, const ocl_series *series)
{
    if (series->count > MAX_MARKS) return;
    for (size_t i = 0; i < series->count; i++)
        if (!(x_of(series, i) >= 1.0) || exp2(round(log2(x_of(series, i)))) != x_of(series, i))
            return;
    ocl_append_text(script, "set xtics (");
    for (size_t i = 0; i < series->count; i++) {
        static const char letters[] = " KMGTPE";
        double x = x_of(series, i);
        size_t letter = 0;
        for (; x >= 1024.0 && letters[letter + 1]; letter++)
            x /= 1024.0;
        char mark[80];
        snprintf(mark, sizeof mark, "%s'%.0f%.1s' %.0f", i ? ", " : "", x,
                 letter ? &letters[letter] : "", x_of(series, i));
        ocl_append_text(script, mark);
    }
    ocl_append_text(script, ")\n");
}

static bool all_x_are_whole(const ocl_chart *chart)
{
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            const double x = x_of(&chart->series[s], i);
            if (x != floor(x)) return false;    // nor is a NaN whole
        }
    return true;
}

// Whether marks at these points, which ascend, have room for their numbers.
static bool marks_have_room(const ocl_series *series)
{
    const size_t count = series->count;
    if (count == 0 || count > MAX_POINT_MARKS) return false;
    const double length = x_of(series, count - 1) - x_of(series, 0);
    for (size_t i = 1; i < count; i++)
        if (!(x_of(series, i) - x_of(series, i - 1) >= length / CLOSEST)) return false;
    return true;
}

static bool spans_all(const ocl_chart *chart, const ocl_series *series)
{
    const double first = x_of(series, 0), last = x_of(series, series->count - 1);
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            const double x = x_of(&chart->series[s], i);
            if (x < first || x > last) return false;
        }
    return true;
}

// Where all x are whole numbers, such as counts, the marks are whole numbers: the points of the
// first series where these are few and the others' lie between them, else at least 1 apart.
static void append_whole_numbers(ocl_growing *script, const ocl_chart *chart)
{
    const ocl_series *series = &chart->series[0];
    if (series->count == 0 || !all_x_are_whole(chart)) return;
    if (marks_have_room(series) && spans_all(chart, series)) {
        for (size_t i = 0; i < series->count; i++) {
            ocl_append_text(script, i == 0 ? "set xtics (" : ", ");
            append_number(script, x_of(series, i));
        }
        ocl_append_text(script, ")\n");
    } else if (x_of(series, series->count - 1) - x_of(series, 0) <= MAX_UNITS) {
        ocl_append_text(script, "set xtics 1\n");
    }
}

bool ocl_curves_script(ocl_growing *script, const ocl_chart *chart, ocl_message *why)
{
    append_blocks(script, chart);
    if (!begin(script, chart, why)) return false;
    if (chart->log_x) {
        ocl_append_text(script, "set logscale x\n");
        append_powers_of_two(script, &chart->series[0]);
    } else {
        append_whole_numbers(script, chart);
    }
    ocl_append_text(script, "set autoscale xfix\n");
    append_plot(script, chart, NULL);
    return true;
}

// A line per name: the name, then a value per series.
static void append_named_values(ocl_growing *script, const ocl_chart *chart)
{
    ocl_append_text(script, "$bars << EOD\n");
    for (size_t i = 0; i < chart->series[0].count; i++) {
        ocl_append_text(script, "\"");
        const ocl_printable name = ocl_make_printable(chart->names[i], strlen(chart->names[i]));
        for (const char *at = name.text; *at; at++)
            ocl_append(script, *at == '"' ? "'" : at, 1);
        ocl_append_text(script, "\"");
        for (size_t s = 0; s < chart->series_count; s++) {
            ocl_append_text(script, " ");
            if (i < chart->series[s].count && is_drawn(chart, &chart->series[s], i))
                append_number(script, chart->series[s].y[i]);
            else
                ocl_append_text(script, "NaN");
        }
        ocl_append_text(script, "\n");
    }
    ocl_append_text(script, "EOD\n");
}

static bool names_are_long(const ocl_chart *chart)
{
    size_t letters = 0;
    for (size_t i = 0; i < chart->series[0].count; i++)
        letters += strlen(chart->names[i]) + 2;
    return letters > MAX_LEVEL_LETTERS;
}

static bool named_bars(ocl_growing *script, const ocl_chart *chart, ocl_message *why)
{
    append_named_values(script, chart);
    if (!begin(script, chart, why)) return false;
    char text[160];
    snprintf(text, sizeof text, "set xrange [-0.6:%zu.6]\n", chart->series[0].count - 1);
    ocl_append_text(script, text);
    ocl_append_text(script, "set style histogram clustered gap 1\nset style fill solid 0.9\n");
    if (names_are_long(chart)) ocl_append_text(script, "set xtics rotate by -30 left\n");
    for (size_t s = 0; s < chart->series_count; s++) {
        snprintf(text, sizeof text, "%s $bars using %zu:xtic(1) with histograms",
                 s == 0 ? "plot" : ",", s + 2);
        ocl_append_text(script, text);
        append_colour(script, chart->series[s].colour);
        append_legend(script, chart->series[s].label);
    }
    if (chart->series_count == 1)    // room for the values
        ocl_append_text(script, ", $bars using 0:2:(sprintf($2 < 10 ? '%.2f' : $2 < 100 ? '%.1f' : "
                                "'%.0f', $2)) with labels offset 0,0.7 notitle");
    append_line(script, chart);
    return true;
}

// Beside the bars at place i, which go beyond the axis: the values at which they would end.
static void append_cut(ocl_growing *script, const ocl_chart *chart, size_t i)
{
    const bool is_left = 2 * i < chart->series[0].count;
    char text[80];
    ocl_append_text(script, "set label \"");
    for (size_t s = 0; s < chart->series_count; s++) {
        const ocl_series *series = &chart->series[s];
        if (i >= series->count || !(series->y[i] > chart->top)) continue;
        snprintf(text, sizeof text, "%.12s at %zu: %.10g, cut\\n",
                 series->label ? series->label : "", i, series->y[i]);
        ocl_append_text(script, text);
    }
    snprintf(text, sizeof text, "\" at %zu, graph 0.97 %s offset character %d, 0 font ',9'\n", i,
             is_left ? "left" : "right", is_left ? 1 : -1);
    ocl_append_text(script, text);
}

static void append_cuts(ocl_growing *script, const ocl_chart *chart)
{
    for (size_t i = 0; i < chart->series[0].count; i++)
        for (size_t s = 0; s < chart->series_count; s++)
            if (i < chart->series[s].count && chart->series[s].y[i] > chart->top) {
                append_cut(script, chart, i);
                break;
            }
}

bool ocl_bars_script(ocl_growing *script, const ocl_chart *chart, ocl_message *why)
{
    if (chart->series_count == 0 || chart->series[0].count == 0)
        return ocl_refuse(why, "there is no value to draw");
    if (chart->names) return named_bars(script, chart, why);
    append_blocks(script, chart);
    if (!begin(script, chart, why)) return false;
    char text[120];
    snprintf(text, sizeof text, "set xrange [-1:%zu]\nset boxwidth 1\n", chart->series[0].count);
    ocl_append_text(script, text);
    if (chart->series[0].count <= MAX_UNITS) ocl_append_text(script, "set xtics 1\n");
    ocl_append_text(script, "set style fill transparent solid 0.55 noborder\n");
    if (chart->top > 0.0) append_cuts(script, chart);
    append_plot(script, chart, "with boxes");
    return true;
}
