// SPDX-License-Identifier: MIT

#include "chart.h"
#include "axis.h"
#include "font.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_WIDTH = 240, MIN_HEIGHT = 160, MAX_EXTENT = 16384 };

// In dots of the text, the unit of all distances.  DROP is from the plot to what stands below it.
enum { ADVANCE = OCL_FONT_WIDTH + 1, CAP = OCL_FONT_HEIGHT, GAP = 4, ROW = CAP + GAP, DROP = 6 };

static const ocl_colour PAPER = { 255, 255, 255 }, INK = { 40, 40, 40 }, FRAME = { 110, 110, 110 },
                        GRID = { 222, 222, 222 }, FINE_GRID = { 241, 241, 241 };

typedef struct {
    ocl_picture *picture;
    const ocl_chart *chart;
    int scale;                       // pixels a dot
    int hair;                        // pixels of a thin line
    int left, top, width, height;    // of the area between the axes
    const char *const *names;        // of the bars; NULL: numbers
    size_t name_count;               //
    bool names_up;                   // they read upwards
    int name_length;                 // and are cut to so many characters
    ocl_axis x, y;
} plot;

static bool begin(plot *p, ocl_picture *picture, const ocl_chart *chart, ocl_message *why)
{
    uint32_t width = chart->width ? chart->width : 960;
    uint32_t height = chart->height ? chart->height : 540;
    if (width < MIN_WIDTH || height < MIN_HEIGHT || width > MAX_EXTENT || height > MAX_EXTENT)
        return ocl_refuse(why, "a chart of %lux%lu pixels: use at least %dx%d, at most %dx%d",
                          (unsigned long)width, (unsigned long)height, MIN_WIDTH, MIN_HEIGHT,
                          MAX_EXTENT, MAX_EXTENT);
    if (!ocl_picture_alloc(picture, width, height, why)) return false;
    ocl_draw_box(picture, 0, 0, (int)width, (int)height, PAPER);

    // Two pixels a dot at 960 x 540.
    int across = (int)(width + 240) / 480, down = (int)(height + 135) / 270;
    int scale = across < down ? across : down;
    *p = (plot){ .picture = picture, .chart = chart, .scale = scale < 1 ? 1 : scale };
    p->hair = (p->scale + 1) / 2;
    return true;
}

static double column_of(const plot *p, double x)
{
    return p->left + ocl_axis_at(&p->x, x) * p->width;
}

static double row_of(const plot *p, double y)
{
    return p->top + (1.0 - ocl_axis_at(&p->y, y)) * p->height;
}

static int nearest(double position)
{
    return (int)lround(position);
}

enum { LONGEST = 127 };

typedef struct {
    char text[LONGEST + 1];
} short_text;

// At most `most` characters of the text; ".." ends what is cut.
static short_text shorten(const char *text, int most)
{
    short_text out = { "" };
    if (most > LONGEST) most = LONGEST;
    if (most < 1) return out;
    snprintf(out.text, (size_t)most + 1, "%s", text);
    if (strlen(text) > (size_t)most && most > 2) memset(out.text + most - 2, '.', 2);
    return out;
}

static int text_width(const char *text, int scale)
{
    return (int)strlen(text) * ADVANCE * scale;
}

static void draw_centred(const plot *p, double centre, int top, int scale, const char *text)
{
    int width = text_width(text, scale) - scale;    // the gap after the last glyph is not seen
    double x = fmin(centre - 0.5 * width, (double)p->picture->width - width);
    ocl_draw_text(p->picture, nearest(x), top, scale, INK, text);
}

// Text that can be read over anything.
static void draw_haloed(const plot *p, int x, int y, const char *text)
{
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            ocl_draw_text(p->picture, x + right * p->scale, y + down * p->scale, p->scale, PAPER,
                          text);
    ocl_draw_text(p->picture, x, y, p->scale, INK, text);
}

static void draw_frame(const plot *p, int x, int y, int width, int height)
{
    ocl_draw_box(p->picture, x, y, width, p->hair, GRID);
    ocl_draw_box(p->picture, x, y + height - p->hair, width, p->hair, GRID);
    ocl_draw_box(p->picture, x, y, p->hair, height, GRID);
    ocl_draw_box(p->picture, x + width - p->hair, y, p->hair, height, GRID);
}

// Each of these draws below p->top and moves it down.
static void draw_title(plot *p)
{
    if (!p->chart->title) return;
    int width = (int)p->picture->width - 2 * GAP * p->scale;
    int scale = p->scale + p->hair;
    if (strlen(p->chart->title) * ADVANCE * (size_t)scale > (size_t)width) scale = p->scale;

    short_text title = shorten(p->chart->title, width / (ADVANCE * scale));
    draw_centred(p, 0.5 * p->picture->width, p->top, scale, title.text);
    p->top += CAP * scale + 2 * GAP * p->scale;
}

static void draw_legend(plot *p)
{
    const int s = p->scale, letter = ADVANCE * s;
    const int first = p->left + GAP * s, end = p->left + p->width - GAP * s;
    int x = first, y = p->top + GAP * s, right = first;
    size_t entries = 0;
    for (size_t i = 0; i < p->chart->series_count; i++) {
        const ocl_series *series = &p->chart->series[i];
        if (!series->label) continue;
        // Swatch and distance take two letters before the label, ".." may take two after it.
        short_text label = shorten(series->label, (end - first) / letter - 4);
        int width = text_width(label.text, s) + 2 * letter;
        if (x > first && x + width + 2 * letter > end) {
            if (y + 2 * ROW * s > (int)p->picture->height / 3) {
                ocl_draw_text(p->picture, x, y, s, INK, "..");
                right = x + 2 * letter;
                break;
            }
            x = first;
            y += ROW * s;
        }
        ocl_draw_box(p->picture, x, y, CAP * s, CAP * s, series->colour);
        ocl_draw_text(p->picture, x + CAP * s + GAP * s, y, s, INK, label.text);
        x += width;
        if (x > right) right = x;
        x += 2 * letter;
        entries++;
    }
    if (entries == 0) return;
    draw_frame(p, p->left, p->top, right + GAP * s - p->left, y + ROW * s - p->top);
    p->top = y + ROW * s + GAP * s;
}

static double bar_pitch(const plot *p)
{
    return column_of(p, 1.0) - column_of(p, 0.0);
}

// Chooses how the names are written; returns their height in pixels.
static int settle_names(plot *p)
{
    const int s = p->scale;
    size_t longest = 0;
    for (size_t i = 0; i < p->name_count; i++)
        if (p->names[i] && strlen(p->names[i]) > longest) longest = strlen(p->names[i]);
    p->name_length = longest < LONGEST ? (int)longest : LONGEST;

    p->names_up = (p->name_length + 1) * ADVANCE * s > bar_pitch(p);
    if (!p->names_up) return CAP * s;
    int most = (int)p->picture->height / 3 / (ADVANCE * s);
    if (p->name_length > most) p->name_length = most;
    return p->name_length * ADVANCE * s;
}

// Finishes the axes, places everything, draws title and legend.
static void lay_out(plot *p, double least_x_step)
{
    const ocl_chart *chart = p->chart;
    const int s = p->scale, width = (int)p->picture->width, height = (int)p->picture->height;
    ocl_axis_finish(&p->x, width / (54 * s), least_x_step, false);
    ocl_axis_finish(&p->y, height / (26 * s), 0.0, true);

    int widest = 0;
    for (size_t i = 0; i < p->y.tick_count; i++) {
        int label = text_width(p->y.ticks[i].label, s);
        if (label > widest) widest = label;
    }
    p->left = (chart->y_label ? ROW + 2 * GAP : GAP) * s + widest + GAP * s;
    p->width = width - p->left - 3 * ADVANCE * s;    // half of a tick label may stand out

    p->top = 2 * GAP * s;
    draw_title(p);
    draw_legend(p);
    p->top += ROW * s;    // a bar's value stands here

    int below = DROP * s + (p->names ? settle_names(p) : CAP * s) + GAP * s;
    if (chart->x_label) below += (GAP + CAP + GAP) * s;
    p->height = height - p->top - below;
}

static void draw_grid(const plot *p, bool vertical)
{
    for (int labelled = 0; labelled < 2; labelled++) {
        const ocl_colour colour = labelled ? GRID : FINE_GRID;
        for (size_t i = 0; i < p->y.tick_count; i++) {
            const ocl_tick *tick = &p->y.ticks[i];
            int row = nearest(p->top + (1.0 - tick->at) * p->height);
            if ((tick->label[0] != 0) == labelled)
                ocl_draw_box(p->picture, p->left, row, p->width, p->hair, colour);
        }
        for (size_t i = 0; vertical && i < p->x.tick_count; i++) {
            const ocl_tick *tick = &p->x.ticks[i];
            int column = nearest(p->left + tick->at * p->width);
            if ((tick->label[0] != 0) == labelled)
                ocl_draw_box(p->picture, column, p->top, p->hair, p->height, colour);
        }
    }
    const int bottom = p->top + p->height;
    ocl_draw_box(p->picture, p->left - p->hair, p->top, p->hair, p->height, FRAME);
    ocl_draw_box(p->picture, p->left - p->hair, bottom, p->width + p->hair, p->hair, FRAME);
    if (!p->y.logarithmic && p->y.low < 0.0)
        ocl_draw_box(p->picture, p->left, nearest(row_of(p, 0.0)), p->width, p->hair, FRAME);
}

static void draw_numbers(const plot *p)
{
    const int s = p->scale, bottom = p->top + p->height;
    int free_from = 0;    // a label that would touch the one before it is left out
    for (size_t i = 0; i < p->x.tick_count; i++) {
        const ocl_tick *tick = &p->x.ticks[i];
        double centre = p->left + tick->at * p->width;
        int half = text_width(tick->label, s) / 2;
        if (!half || nearest(centre) - half < free_from) continue;
        ocl_draw_box(p->picture, nearest(centre), bottom, p->hair, 2 * s, FRAME);
        draw_centred(p, centre, bottom + DROP * s, s, tick->label);
        free_from = nearest(centre) + half + ADVANCE * s;
    }
}

static void draw_names(const plot *p)
{
    const int s = p->scale, top = p->top + p->height + DROP * s;
    size_t every = (size_t)ceil((CAP + 2) * s / bar_pitch(p));
    for (size_t i = 0; i < p->name_count; i += every) {
        if (!p->names[i]) continue;
        short_text name = shorten(p->names[i], p->name_length);
        double centre = column_of(p, (double)i);
        if (p->names_up)
            ocl_draw_text_up(p->picture, nearest(centre - 0.5 * CAP * s),
                             top + text_width(name.text, s), s, INK, name.text);
        else
            draw_centred(p, centre, top, s, name.text);
    }
}

static void draw_labels(const plot *p)
{
    const ocl_chart *chart = p->chart;
    const int s = p->scale;
    double free_from = p->picture->height;    // upwards; as in draw_numbers
    for (size_t i = 0; i < p->y.tick_count; i++) {
        const ocl_tick *tick = &p->y.ticks[i];
        double row = p->top + (1.0 - tick->at) * p->height;
        if (!tick->label[0] || row > free_from) continue;
        free_from = row - (CAP + 2) * s;
        ocl_draw_text(p->picture, p->left - GAP * s - text_width(tick->label, s),
                      nearest(row - 0.5 * CAP * s), s, INK, tick->label);
    }
    if (p->names)
        draw_names(p);
    else
        draw_numbers(p);

    if (chart->x_label) {
        short_text label = shorten(chart->x_label, p->width / (ADVANCE * s));
        draw_centred(p, p->left + 0.5 * p->width, (int)p->picture->height - (CAP + GAP) * s, s,
                     label.text);
    }
    if (chart->y_label) {
        short_text label = shorten(chart->y_label, p->height / (ADVANCE * s));
        double centre = p->top + 0.5 * p->height;
        ocl_draw_text_up(p->picture, GAP * s, nearest(centre + 0.5 * text_width(label.text, s)), s,
                         INK, label.text);
    }
}

static void draw_limit(const plot *p)
{
    const int s = p->scale;
    if (p->chart->line == 0.0 || !ocl_axis_takes(&p->y, p->chart->line)) return;
    int row = nearest(row_of(p, p->chart->line));
    for (int x = 0; x < p->width; x += 10 * s) {
        int dash = p->width - x < 6 * s ? p->width - x : 6 * s;
        ocl_draw_box(p->picture, p->left + x, row - s / 2, dash, s, INK);
    }
    if (!p->chart->line_label) return;
    short_text label = shorten(p->chart->line_label, p->width / (ADVANCE * s) - 2);
    draw_haloed(p, p->left + 2 * s, row - (CAP + 3) * s, label.text);
}

static double x_of(const ocl_series *series, size_t i)
{
    return series->x ? series->x[i] : (double)i;
}

static bool is_shown(const plot *p, const ocl_series *series, size_t i)
{
    return i < series->count && ocl_axis_takes(&p->x, x_of(series, i)) &&
           ocl_axis_takes(&p->y, series->y[i]);
}

static void draw_curve(const plot *p, const ocl_series *series)
{
    const double thickness = fmax(1.5, p->scale), marker = 3.5 * p->scale;
    bool sparse = series->count < (size_t)(p->width / (8 * p->scale)), joined = false;
    double from_x = 0.0, from_y = 0.0;
    for (size_t i = 0; i < series->count; i++) {
        if (!is_shown(p, series, i)) {
            joined = false;    // no line across a value that is not there
            continue;
        }
        double x = column_of(p, x_of(series, i)), y = row_of(p, series->y[i]);
        if (joined) ocl_draw_stroke(p->picture, from_x, from_y, x, y, thickness, series->colour);
        if (sparse || (!joined && !is_shown(p, series, i + 1)))
            ocl_draw_stroke(p->picture, x, y, x, y, marker, series->colour);
        joined = true;
        from_x = x;
        from_y = y;
    }
}

bool ocl_draw_curves(ocl_picture *picture, const ocl_chart *chart, ocl_message *why)
{
    plot p;
    if (!begin(&p, picture, chart, why)) return false;

    p.x = ocl_axis_new(chart->log_x);
    p.y = ocl_axis_new(chart->log_y);
    bool counted = true;    // x is 0, 1, 2, ... everywhere
    for (size_t k = 0; k < chart->series_count; k++) {
        const ocl_series *series = &chart->series[k];
        counted = counted && !series->x;
        for (size_t i = 0; i < series->count; i++) {
            if (!is_shown(&p, series, i)) continue;
            ocl_axis_include(&p.x, x_of(series, i));
            ocl_axis_include(&p.y, series->y[i]);
        }
    }
    if (chart->line != 0.0) ocl_axis_include(&p.y, chart->line);
    // A range that comes near 0 is shown from 0.
    if ((p.y.low > 0.0 && p.y.low < 0.5 * p.y.high) || (p.y.high < 0.0 && p.y.high > 0.5 * p.y.low))
        ocl_axis_include(&p.y, 0.0);

    lay_out(&p, counted ? 1.0 : 0.0);
    draw_grid(&p, true);
    for (size_t k = 0; k < chart->series_count; k++)
        draw_curve(&p, &chart->series[k]);
    draw_limit(&p);
    draw_labels(&p);
    return true;
}

// The row that a bar grows from.
static int base_row(const plot *p)
{
    return p->y.logarithmic ? p->top + p->height : nearest(row_of(p, 0.0));
}

static void fill_rows(const plot *p, int x, int width, int row, int other, ocl_colour colour)
{
    int top = row < other ? row : other, bottom = row < other ? other : row;
    ocl_draw_box(p->picture, x, top, width, bottom - top, colour);
}

static void draw_value(const plot *p, double left, double width, double value)
{
    const int s = p->scale;
    char text[32];
    snprintf(text, sizeof text, fabs(value) >= 100.0 && fabs(value) < 1e5 ? "%.0f" : "%.3g", value);
    if (text_width(text, s) > width + ADVANCE * s) return;
    int row = nearest(row_of(p, value));
    draw_haloed(p, nearest(left + 0.5 * (width - text_width(text, s))),
                value < 0.0 ? row + 2 * s : row - (CAP + 2) * s, text);
}

// Draws the bars, or the values at their ends.
static void draw_side_by_side(const plot *p, double width, bool values)
{
    const ocl_chart *chart = p->chart;
    for (size_t k = 0; k < chart->series_count; k++)
        for (size_t i = 0; i < chart->series[k].count; i++) {
            double value = chart->series[k].y[i];
            if (!ocl_axis_takes(&p->y, value)) continue;
            double before = (double)k - 0.5 * (double)chart->series_count;
            double left = column_of(p, (double)i) + before * width;
            if (values) {
                draw_value(p, left, width, value);
                continue;
            }
            int x = nearest(left), next = nearest(left + width), tip = nearest(row_of(p, value));
            fill_rows(p, x, next - x, base_row(p), tip, chart->series[k].colour);
        }
}

// Where the bars of one pixel column end: the one that reaches farthest from the base, or the base
// if none is there, as in the column after the last bar.
static int tip_of(const plot *p, const ocl_series *series, size_t bars, int column)
{
    const size_t width = (size_t)p->width;
    size_t first = (size_t)column * bars / width, end = (size_t)(column + 1) * bars / width;
    if (end <= first) end = first + 1;

    const int base = base_row(p);
    int tip = base;
    for (size_t i = first; i < end && i < series->count; i++) {
        if (!ocl_axis_takes(&p->y, series->y[i])) continue;
        int row = nearest(row_of(p, series->y[i]));
        if (abs(row - base) > abs(tip - base)) tip = row;
    }
    return tip;
}

// Areas of transparent ink first, then all outlines, so that none is hidden.
static void draw_touching(const plot *p, size_t bars)
{
    const int base = base_row(p);
    for (int outline = 0; outline < 2; outline++)
        for (size_t k = 0; k < p->chart->series_count; k++) {
            const ocl_series *series = &p->chart->series[k];
            int before = base;
            for (int column = 0; column <= p->width; column++) {
                int x = p->left + column, tip = tip_of(p, series, bars, column);
                int height = abs(base - tip), hair = p->hair < height ? p->hair : height;
                if (outline) {
                    int edge =
                        height < abs(base - before) ? x - p->hair : x;    // in the higher bar
                    fill_rows(p, edge, p->hair, before, tip, series->colour);
                    fill_rows(p, x, 1, tip, tip < base ? tip + hair : tip - hair, series->colour);
                } else {
                    int top = tip < base ? tip : base;
                    ocl_tint_box(p->picture, x, top, 1, height, series->colour, 0.4);
                }
                before = tip;
            }
        }
}

bool ocl_draw_bars(ocl_picture *picture, const ocl_chart *chart, ocl_message *why)
{
    plot p;
    if (!begin(&p, picture, chart, why)) return false;

    if (chart->series_count > 0) {
        p.names = chart->names;
        p.name_count = chart->series[0].count;
    }
    p.x = ocl_axis_new(false);
    p.y = ocl_axis_new(chart->log_y);
    size_t bars = 0;
    for (size_t k = 0; k < chart->series_count; k++) {
        const ocl_series *series = &chart->series[k];
        if (series->count > bars) bars = series->count;
        for (size_t i = 0; i < series->count; i++)
            ocl_axis_include(&p.y, series->y[i]);
    }
    if (bars > 0) {
        ocl_axis_include(&p.x, -0.5);
        ocl_axis_include(&p.x, (double)bars - 0.5);
    }
    if (chart->line != 0.0) ocl_axis_include(&p.y, chart->line);
    if (chart->log_y)
        ocl_axis_include(&p.y, 0.5 * p.y.low);    // low enough for the smallest bar to be seen
    else
        ocl_axis_include(&p.y, fmin(1.1 * p.y.low, 0.0));    // for the value below a negative bar

    lay_out(&p, 1.0);
    draw_grid(&p, false);
    // A fifth of the pitch stays free; a few bars alone are no wider than needed.
    double width = bars > 0 ? 0.8 * bar_pitch(&p) / (double)chart->series_count : 0.0;
    width = fmin(width, 48 * p.scale);
    if (width < 2 * p.scale)
        draw_touching(&p, bars);
    else
        draw_side_by_side(&p, width, false);
    draw_limit(&p);
    if (width >= 4 * ADVANCE * p.scale) draw_side_by_side(&p, width, true);    // room for numbers
    draw_labels(&p);
    return true;
}
