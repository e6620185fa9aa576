// SPDX-License-Identifier: MIT

#include "timeline.h"

#include "axis.h"
#include "font.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MIN_WIDTH = 240, MAX_EXTENT = 16384, WIDTH = 960 };

// In pixels; a dot of the text is S of them.
enum { S = 2, LETTER = S * (OCL_FONT_WIDTH + 1), CAP = S * OCL_FONT_HEIGHT, GAP = 8 };
enum { LANE = CAP + 2 * GAP, BAR = LANE - GAP, LONGEST_NAME = 28 };
enum { MAX_LANES = (MAX_EXTENT - 1024) / LANE };

static const ocl_colour PAPER = { 255, 255, 255 }, INK = { 40, 40, 40 }, GRID = { 222, 222, 222 };

// The times of the axis, in the unit that gives short numbers, from the earliest span on.
typedef struct {
    ocl_axis axis;
    double origin_ns, unit_ns;
    const char *unit;
    int left, top, width;    // of the lanes
} frame;

static bool check(const ocl_timeline *timeline, ocl_message *why)
{
    if (timeline->lane_count == 0 || timeline->span_count == 0)
        return ocl_refuse(why, "a timeline without a lane or without a span");
    if (timeline->lane_count > MAX_LANES)
        return ocl_refuse(why, "a timeline with %zu lanes: use at most %d", timeline->lane_count,
                          (int)MAX_LANES);
    for (size_t i = 0; i < timeline->span_count; i++) {
        const ocl_span *span = &timeline->spans[i];
        if (span->lane >= timeline->lane_count || span->kind >= timeline->kind_count)
            return ocl_refuse(why, "span %zu of the timeline is in no lane or of no kind", i);
        if (!(span->begin_ns <= span->end_ns) || !isfinite(span->begin_ns) ||
            !isfinite(span->end_ns))
            return ocl_refuse(why, "span %zu of the timeline ends before it begins", i);
    }
    return true;
}

static void settle_axis(frame *f, const ocl_timeline *timeline)
{
    double begin = INFINITY, end = -INFINITY;
    for (size_t i = 0; i < timeline->span_count; i++) {
        begin = fmin(begin, timeline->spans[i].begin_ns);
        end = fmax(end, timeline->spans[i].end_ns);
    }
    const double length = end - begin;
    f->unit_ns = length < 1e4 ? 1.0 : length < 1e7 ? 1e3 : 1e6;
    f->unit = length < 1e4 ? "ns" : length < 1e7 ? "us" : "ms";
    f->origin_ns = begin;
    f->axis = ocl_axis_new(false);
    ocl_axis_include(&f->axis, 0.0);
    ocl_axis_include(&f->axis, length / f->unit_ns);
    ocl_axis_finish(&f->axis, 10, 0.0, false);
}

static int name_letters(const ocl_timeline *timeline)
{
    size_t longest = 0;
    for (size_t i = 0; i < timeline->lane_count; i++)
        longest = (size_t)fmax((double)longest, (double)strlen(timeline->lanes[i]));
    return longest < LONGEST_NAME ? (int)longest : LONGEST_NAME;
}

// Draws the kinds in rows from `y` on, or only counts the rows when there is no picture.
static int draw_legend(ocl_picture *picture, const ocl_timeline *timeline, int width, int y)
{
    int x = GAP;
    for (size_t k = 0; k < timeline->kind_count; k++) {
        const int wide = CAP + GAP + LETTER * (int)strlen(timeline->kinds[k]) + 2 * LETTER;
        if (x > GAP && x + wide > width) {
            x = GAP;
            y += CAP + GAP;
        }
        if (picture) {
            ocl_draw_box(picture, x, y, CAP, CAP, ocl_palette(k));
            ocl_draw_text(picture, x + CAP + GAP, y, S, INK, timeline->kinds[k]);
        }
        x += wide;
    }
    return y + CAP + GAP;
}

static int column_of(const frame *f, double ns)
{
    return f->left +
           (int)lround(ocl_axis_at(&f->axis, (ns - f->origin_ns) / f->unit_ns) * f->width);
}

static void draw_grid(ocl_picture *picture, const frame *f, const ocl_timeline *timeline)
{
    const int bottom = f->top + LANE * (int)timeline->lane_count;
    for (size_t i = 0; i < f->axis.tick_count; i++) {
        const ocl_tick *tick = &f->axis.ticks[i];
        const int x = f->left + (int)lround(tick->at * f->width);
        ocl_draw_box(picture, x, f->top, 1, bottom - f->top, GRID);
        ocl_draw_text(picture, x - LETTER * (int)strlen(tick->label) / 2, bottom + GAP, S, INK,
                      tick->label);
    }
    ocl_draw_text(picture, f->left + f->width / 2, bottom + CAP + 2 * GAP, S, INK, f->unit);
    for (size_t i = 0; i < timeline->lane_count; i++) {
        const int y = f->top + LANE * (int)i;
        char name[LONGEST_NAME + 1];
        snprintf(name, sizeof name, "%s", timeline->lanes[i]);
        ocl_draw_text(picture, GAP, y + GAP, S, INK, name);
        ocl_draw_box(picture, GAP, y, f->left + f->width - GAP, 1, GRID);
    }
    ocl_draw_box(picture, GAP, bottom, f->left + f->width - GAP, 1, GRID);
}

// The ink that is read best on the colour: Rec. 601 luma against the middle.
static ocl_colour ink_on(ocl_colour colour)
{
    const double luma = 0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b;
    return luma > 128.0 ? INK : PAPER;
}

// At least a pixel wide: a short command must not vanish.
static void draw_span(ocl_picture *picture, const frame *f, const ocl_span *span)
{
    const ocl_colour colour = ocl_palette(span->kind);
    const int x = column_of(f, span->begin_ns), end = column_of(f, span->end_ns);
    const int wide = end > x ? end - x : 1, y = f->top + LANE * (int)span->lane + GAP / 2;
    ocl_draw_box(picture, x, y, wide, BAR, colour);
    if (span->label && LETTER * (int)strlen(span->label) + S <= wide)
        ocl_draw_text(picture, x + (wide - LETTER * (int)strlen(span->label) + S) / 2, y + GAP / 2,
                      S, ink_on(colour), span->label);
}

bool ocl_draw_timeline(ocl_picture *picture, const ocl_timeline *timeline, ocl_message *why)
{
    if (!check(timeline, why)) return false;
    const uint32_t width = timeline->width ? timeline->width : WIDTH;
    frame f = { .left = LETTER * name_letters(timeline) + 2 * GAP };
    f.width = (int)width - f.left - 4 * LETTER;    // half of the last number may stand out
    if (width > MAX_EXTENT || width < MIN_WIDTH || f.width < (int)width / 4)
        return ocl_refuse(why, "a timeline %lu pixels wide: use at least %d, at most %d",
                          (unsigned long)width, f.left + (int)width / 4 + 4 * LETTER, MAX_EXTENT);

    const int title_end = timeline->title ? 2 * GAP + CAP : GAP;
    f.top = draw_legend(NULL, timeline, (int)width, title_end) + GAP / 2;
    const int height = f.top + LANE * (int)timeline->lane_count + 2 * CAP + 4 * GAP;
    if (!ocl_picture_alloc(picture, width, (size_t)height, why)) return false;
    ocl_draw_box(picture, 0, 0, (int)width, height, PAPER);
    if (timeline->title) ocl_draw_text(picture, GAP, GAP, S, INK, timeline->title);
    draw_legend(picture, timeline, (int)width, title_end);
    settle_axis(&f, timeline);
    draw_grid(picture, &f, timeline);
    for (size_t i = 0; i < timeline->span_count; i++)
        draw_span(picture, &f, &timeline->spans[i]);
    return true;
}
